'use strict';

// Workers with TensorFlow.js in a process whose main thread has none, as the addon records them.

const assert = require('node:assert');
const { test } = require('node:test');
const { missing } = require('./support/program.cjs');
const { runByTool, toolMissing } = require('./support/tool.cjs');

const skip = toolMissing() || missing('tfjs-4.22');

/** @param {string} inWorker what it does when it holds 3 tensors @param {string} inMain how that goes on */
function recorded(inWorker, inMain) {
  return runByTool({ source: `
    const { Worker, isMainThread, parentPort } = require('node:worker_threads');
    if (isMainThread) {
      const worker = new Worker(__filename);
      ${inMain}
    } else {
      const tf = require('@tensorflow/tfjs');
      globalThis.held = [1, 2, 3].map((n) => tf.tensor1d(new Array(n).fill(n)));
      ${inWorker}
    }` });
}

for (const [name, inWorker, inMain, left] of [
  ['process.exit() cuts off holds its tensors to the end',
    "parentPort.on('message', () => {}); parentPort.postMessage('ready');",
    "worker.on('message', () => process.exit(0));", 3],
  ['the process does not wait for holds its tensors to the end',
    "parentPort.on('message', () => {}); parentPort.postMessage('ready');",
    "worker.on('message', () => worker.unref());", 3],
  ['ends before its process has none left', '', "worker.on('exit', () => setTimeout(() => process.exit(0), 20));", 0],
  ['is terminated before its process ends has none left',
    "parentPort.on('message', () => {}); parentPort.postMessage('ready');",
    "worker.on('message', () => worker.terminate().then(() => setTimeout(() => process.exit(0), 20)));", 0],
]) {
  test(`a worker that ${name}`, { skip }, (t) => {
    const run = recorded(inWorker, inMain);
    if (run.trace === 'log') return t.skip('the addon was not built');
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(run.report.totals.created, 3);
    assert.strictEqual(run.report.totals.end_tensors, left);
    assert.strictEqual(run.report.verdict.outcome, left > 0 ? 'leak' : 'clean');
  });
}
