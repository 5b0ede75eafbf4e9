'use strict';

// Engines are found whenever and wherever they are made.

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');
const { judge, toolMissing } = require('./support/tool.cjs');

const REGISTER = path.join(__dirname, '../node/register.cjs');

function assertCountersAgree(run, t) {
  if (toolMissing()) t.diagnostic(`the log was not read: ${toolMissing()}`);
  else assert.deepStrictEqual(judge(run.log).counters.differences, []);
}

for (const packages of ['tfjs-0.15', 'tfjs-1.1', 'tfjs-4.22']) {
  test(`an agent that comes late says so, and bears with tensors from before, ${packages}`, { skip: missing(packages) }, (t) => {
    const run = runProgram({ packages, environment: { NODE_OPTIONS: '' }, source: `
      const tf = require('@tensorflow/tfjs');
      const before = [tf.ones([5]), tf.ones([6]), tf.variable(tf.zeros([7]))];
      require(${JSON.stringify(REGISTER)});
      const after = tf.tidy(() => before[0].add(before[1].sum()));
      before[2].assign(tf.ones([7]));
      globalThis.tensorleak.frame();
      before[0].dispose();
      before[2].dispose();
      globalThis.tensorleak.frame();
      after.dispose();
      globalThis.tensorleak.frame();` });
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(run.stderr, '');
    assert.strictEqual(run.events[0].started_late, true);
    assertCountersAgree(run, t);
  });
}

test('two engines, one after the other, share a recording', { skip: missing('tfjs-4.22') }, (t) => {
  const run = runProgram({ source: `
    const load = () => require('@tensorflow/tfjs');
    const first = load();
    const kept = first.ones([11]);
    for (const name of Object.keys(require.cache)) delete require.cache[name];
    globalThis._tfengine = undefined;
    const second = load();
    console.log(first.engine() === second.engine());
    second.zeros([13]);
    globalThis.tensorleak.frame();
    kept.dispose();
    globalThis.tensorleak.frame();` });
  assert.strictEqual(run.stdout, 'false\n');
  const shapes = run.events.filter(({ e }) => e === 'alloc').map(({ shape }) => `${shape}`);
  assert.ok(shapes.includes('11') && shapes.includes('13'), shapes.join(' '));
  assertCountersAgree(run, t);
});

test('a reset of the engine ends all its tensors', { skip: missing('tfjs-4.22') }, (t) => {
  const run = runProgram({ source: `
    const tf = require('@tensorflow/tfjs');
    tf.ones([3]); tf.variable(tf.ones([2]));
    globalThis.tensorleak.frame();
    tf.engine().reset();
    globalThis.tensorleak.frame();` });
  assert.strictEqual(run.code, 0, run.stderr);
  assert.strictEqual(run.events.filter(({ e }) => e === 'counter').at(-1).tensors, 0);
  assertCountersAgree(run, t);
});

test('the header names runtime, version and backend', { skip: missing('tfjs-4.22') || missing('tfjs-0.11') }, () => {
  const source = 'require("@tensorflow/tfjs").ones([1]);';
  const header = (packages) => runProgram({ source, packages }).events[0];
  const { runtime, backend, bytes_rule: rule, program } = header('tfjs-4.22');
  assert.deepStrictEqual({ runtime, backend, rule, program },
    { runtime: 'tfjs 4.22.0', backend: 'cpu', rule: 'tensor', program: 'program.js' });
  assert.match(header('tfjs-0.11').runtime, /^tfjs 0\.11\.\d+$/);
  assert.strictEqual(header('tfjs-0.11').bytes_rule, 'buffer');
});
