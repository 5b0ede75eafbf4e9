'use strict';

// A tensor whose last handle was collected before it was disposed is lost; one that is held is not.

const assert = require('node:assert');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');

const COLLECT = `
  const turn = () => new Promise((resolve) => setTimeout(resolve, 10));
  const collect = async () => { for (let i = 0; i < 5; i++) { await turn(); gc(); } await turn(); };`;

function lostIn(source, options) {
  const run = runProgram({ source, node: ['--expose-gc'], ...options });
  assert.strictEqual(run.code, 0, run.stderr);
  return { run, lost: run.events.filter(({ e }) => e === 'lost').map(({ id }) => id) };
}

for (const stacks of [undefined, 'all', 'none']) {
  test(`of 40 dropped and 20 held tensors 40 are lost, stacks ${stacks || 'by default'}`, { skip: missing('tfjs-4.22') }, () => {
    const { run, lost } = lostIn(`
      const tf = require('@tensorflow/tfjs');
      ${COLLECT}
      globalThis.held = [];
      (async () => {
        for (let i = 0; i < 20; i++) {
          globalThis.tensorleak.frame();
          tf.fill([3], i);
          tf.tidy(() => tf.fill([5], i).add(1));
          held.push(tf.fill([7], i));
          tf.fill([11], i).dispose();
        }
        await collect();
      })();`, { stacks });
    const made = new Map(run.events.filter(({ e }) => e === 'alloc').map((event) => [event.id, event]));
    const shapes = lost.map((id) => made.get(id).shape[0]);
    assert.strictEqual(lost.length, 40);
    assert.strictEqual(shapes.filter((length) => length === 3).length, 20);
    assert.strictEqual(shapes.filter((length) => length === 5).length, 20);
  });
}

test('tensors of an open scope, variables and kept handles are not lost', { skip: missing('tfjs-4.22') }, () => {
  const { lost } = lostIn(`
    const tf = require('@tensorflow/tfjs');
    ${COLLECT}
    (async () => {
      tf.engine().startScope();
      tf.ones([3]);
      tf.variable(tf.zeros([5]));
      await collect();
      tf.engine().endScope();
    })();`);
  assert.deepStrictEqual(lost, []);
});

test('a program that is about to exit has lost what it lost before', { skip: missing('tfjs-4.22') }, () => {
  const { lost } = lostIn(`
    const tf = require('@tensorflow/tfjs');
    for (let i = 0; i < 10; i++) tf.fill([3], i);
    setImmediate(() => { gc(); setImmediate(() => setImmediate(() => process.exit(0))); });`);
  assert.strictEqual(lost.length, 10);
});

test('a program that comes to its end loses nothing', { skip: missing('tfjs-4.22') }, () => {
  const { lost } = lostIn(`
    const tf = require('@tensorflow/tfjs');
    const last = [];
    for (let i = 0; i < 50; i++) last.push(tf.ones([1000]));
    process.on('beforeExit', () => { last.length = 0; gc(); });`);
  assert.deepStrictEqual(lost, []);
});
