'use strict';

// Each way to misuse the engine is reported each time that it happens, and the right use beside it is not.

const assert = require('node:assert');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');
const { judge, runByTool, toolMissing } = require('./support/tool.cjs');

const skip = missing('tfjs-4.22');

function programOf(body) {
  return `
    const tf = require('@tensorflow/tfjs');
    console.error = () => {};
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function main() { ${body} }
    main();`;
}

function misusesIn(body) {
  const run = runProgram({ source: programOf(body) });
  assert.strictEqual(run.code, 0, run.stderr);
  const stacks = new Map(run.events.filter(({ e }) => e === 'stack').map(({ id, frames }) => [id, frames]));
  return run.events.filter(({ e }) => e === 'misuse').map(({ kind, words, stack }) => ({
    kind, words, functions: stacks.get(stack).map((frame) => frame.fn),
  }));
}

function assertOnly(found, kind, functionName, times = 1) {
  assert.deepStrictEqual(found.map((misuse) => misuse.kind), new Array(times).fill(kind));
  assert.ok(found[0].functions.includes(functionName), found[0].functions.join());
  assert.ok(found[0].words.length > 20);
}

test('tidy of an async function', { skip }, () => {
  const found = misusesIn(`
    async function careless() { await tf.tidy(async () => { tf.ones([2]); await pause(1); }); }
    await pause(1);
    for (let i = 0; i < 3; i++) await careless();`);
  assertOnly(found, 'tidy-async', 'careless', 3);
});

test('tidy of a function that returns tensors is no misuse', { skip }, () => {
  assert.deepStrictEqual(misusesIn('await pause(1); tf.tidy(() => [tf.ones([2])]);'), []);
});

test('a scope held open across an await that disposes tensors of others', { skip }, () => {
  const found = misusesIn(`
    setTimeout(function stranger() { globalThis.taken = tf.ones([3]); }, 5);
    async function careless() {
      await pause(1);
      tf.engine().startScope();
      tf.ones([2]);
      await pause(20);
      tf.engine().endScope();
    }
    await careless();`);
  assertOnly(found, 'scope-across-await', 'careless');
});

test('two tasks whose scopes interleave', { skip }, () => {
  const found = misusesIn(`
    async function task(wait) {
      await pause(1);
      tf.engine().startScope();
      tf.ones([2]);
      await pause(wait);
      tf.ones([3]);
      tf.engine().endScope();
    }
    await Promise.all([task(5), task(20)]);`);
  assert.deepStrictEqual([...new Set(found.map(({ kind }) => kind))], ['scope-across-await']);
});

test('a scope held open across an await that disposes its own tensors alone is let be', { skip }, () => {
  assert.deepStrictEqual(misusesIn(`
    tf.engine().startScope();
    const x = tf.ones([2]);
    await pause(2);
    x.square();
    await helper();
    async function helper() { await pause(1); tf.ones([5]); }
    tf.engine().endScope();`), []);
});

test('a second dispose', { skip }, () => {
  const found = misusesIn(`
    function careless() { const x = tf.ones([2]); x.dispose(); x.dispose(); }
    for (let i = 0; i < 3; i++) careless();`);
  assertOnly(found, 'double-dispose', 'careless', 3);
});

test('a misuse that happens more often than stacks are taken is counted on', { skip }, () => {
  const found = misusesIn('const x = tf.ones([2]); for (let i = 0; i < 1501; i++) x.dispose();');
  assert.strictEqual(found.length, 1500);
});

const MISUSES = `
  function twice() { const x = tf.ones([2]); x.dispose(); x.dispose(); }
  for (let i = 0; i < 6; i++) twice();
  twice(); twice(); twice(); twice(); twice(); twice();
  setTimeout(function stranger() { globalThis.taken = tf.ones([3]); }, 5);
  async function holds() {
    await pause(1);
    tf.engine().startScope();
    await pause(20);
    tf.engine().endScope();
  }
  await holds();`;

/** Kind, how often, and the function: of each misuse in a report. */
function told(report) {
  return report.misuses.map(({ kind, count, user_frame: frame }) => [kind, count, frame.function]);
}

const EXPECTED = [['double-dispose', 12, 'twice'], ['scope-across-await', 1, 'holds']];

test('a report counts each misuse, by the log', { skip: skip || toolMissing() }, () => {
  assert.deepStrictEqual(told(judge(runProgram({ source: programOf(MISUSES) }).log)), EXPECTED);
});

test('a report counts each misuse, by the addon', { skip: skip || toolMissing() }, (t) => {
  const { report, trace } = runByTool({ source: programOf(MISUSES) });
  if (trace === 'log') return t.skip('the addon was not built');
  assert.deepStrictEqual(told(report), EXPECTED);
});

test('dispose inside a tidy, which disposes again, is no misuse', { skip }, () => {
  assert.deepStrictEqual(misusesIn('tf.tidy(() => { tf.ones([2]).square().dispose(); });'), []);
});

test('use after dispose, by a method', { skip }, () => {
  const found = misusesIn(`
    function careless() { const x = tf.ones([2]); x.dispose(); try { x.dataSync(); } catch { /* as ever */ } }
    careless();`);
  assertOnly(found, 'use-after-dispose', 'careless');
});

test('use after dispose that goes unnoticed, for an alias holds the data', { skip }, () => {
  const found = misusesIn(`
    function careless() {
      const x = tf.ones([2]);
      globalThis.alias = x.reshape([2, 1]);
      x.dispose();
      tf.square(x).dispose();
    }
    careless();`);
  assertOnly(found, 'use-after-dispose', 'careless');
});

test('training, prediction and gradients misuse nothing', { skip }, () => {
  assert.deepStrictEqual(misusesIn(`
    const model = tf.sequential({ layers: [tf.layers.dense({ units: 2, inputShape: [2] })] });
    model.compile({ loss: 'meanSquaredError', optimizer: 'adam' });
    await model.fit(tf.ones([4, 2]), tf.ones([4, 2]), { epochs: 2, verbose: 0 });
    model.predict(tf.ones([4, 2])).dispose();
    tf.dispose(tf.variableGrads(() => model.predict(tf.ones([1, 2])).sum()));
    model.dispose();`), []);
});
