'use strict';

// Data that a kernel leaves behind in its backend, while tf.memory() stands still.

const assert = require('node:assert');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');
const { judge, toolMissing } = require('./support/tool.cjs');

const PROGRAM = `
  const tf = require('@tensorflow/tfjs');
  require('@tensorflow/tfjs-backend-wasm');
  (async () => {
    await tf.setBackend('wasm');
    for (let i = 0; i < 12; i++) {
      globalThis.tensorleak?.frame();
      tf.tidy(() => { tf.batchToSpaceND(tf.ones([4, 1, 1, 3]), [2, 2], [[0, 0], [0, 0]]); });
    }
  })();`;

function resourcesOf(packages) {
  const run = runProgram({ source: PROGRAM, packages });
  assert.strictEqual(run.code, 0, run.stderr);
  const counters = run.events.filter(({ e }) => e === 'counter');
  for (const { tensors } of counters) assert.strictEqual(tensors, 0);
  return { run, resources: counters.map((counter) => counter.resources) };
}

test('a kernel that leaves a data id behind in each frame is named', { skip: missing('tfjs-4.10-wasm') }, (t) => {
  const { run, resources } = resourcesOf('tfjs-4.10-wasm');
  const [first, last] = [resources[0], resources.at(-1)];
  assert.strictEqual(last['data ids'] - first['data ids'], resources.length - 1);
  assert.strictEqual(last['data ids left by BatchToSpaceND'], 12);
  assert.deepStrictEqual(Object.keys(last).filter((name) => name.startsWith('data ids left')),
    ['data ids left by BatchToSpaceND']);
  if (toolMissing()) return t.diagnostic(`the log was not judged: ${toolMissing()}`);
  const report = judge(run.log);
  assert.strictEqual(report.verdict.outcome, 'leak');
  assert.ok(report.resources.some(({ name, label }) => name.endsWith('BatchToSpaceND') && label === 'LEAK, below'),
    JSON.stringify(report.resources));
});

test('the version that was mended leaves nothing behind', { skip: missing('tfjs-4.22-wasm') }, (t) => {
  const { run, resources } = resourcesOf('tfjs-4.22-wasm');
  assert.strictEqual(resources.at(-1)['data ids'], resources[1]['data ids']);
  assert.deepStrictEqual(Object.keys(resources.at(-1)).filter((name) => name.startsWith('data ids left')), []);
  if (!toolMissing()) assert.strictEqual(judge(run.log).verdict.outcome, 'clean');
});
