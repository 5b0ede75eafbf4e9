'use strict';

// Run by memory.test.cjs: node compare_memory.cjs LOG BACKEND. Does all steps twice under the agent and
// compares its counts with tf.memory() after each; prints what it did and where they differ, as JSON.

const fs = require('node:fs');
const path = require('node:path');
const { startAgent } = require('../../agent/index.cjs');
const { LogSink } = require('../../agent/log_sink.cjs');
const { FileOutput } = require('../../node/file_output.cjs');
const { Tasks } = require('../../node/tasks.cjs');
const { allSteps, ABSENT } = require('./steps.cjs');

const [, , log, backend] = process.argv;
const trouble = [];
const now = () => performance.now();
const agent = startAgent({
  sink: new LogSink(new FileOutput(() => fs.openSync(log, 'w')), { now }),
  realm: globalThis,
  stacks: 'adaptive',
  program: 'steps',
  root: process.cwd(),
  own: [path.join(__dirname, '../../agent/')],
  tell: (line) => trouble.push(line),
  now,
  soon: queueMicrotask,
  isBusy: () => true,
  versionOf: () => '',
  tasks: new Tasks(),
});
const tf = require('@tensorflow/tfjs');

/** A second backend to move data to: for wasm that of JavaScript, for that another copy of itself. */
async function switchBackend(library, which) {
  if (backend === 'wasm') return library.setBackend(['wasm', 'cpu'][which]).then(() => true);
  if (!library.findBackendFactory || !library.copyRegisteredKernels) return false;
  if (!library.findBackend('cpu2')) {
    library.registerBackend('cpu2', library.findBackendFactory('cpu'));
    library.copyRegisteredKernels('cpu', 'cpu2');
  }
  await library.setBackend(['cpu', 'cpu2'][which]);
  return true;
}

function difference() {
  const ours = agent.session.expectedMemory();
  const theirs = tf.memory();
  const names = Object.keys(ours).filter((name) => ours[name] !== theirs[name]);
  return names.map((name) => `${name} ${ours[name]}, tf.memory() ${theirs[name]}`).join('; ');
}

/** Old versions lack functions, and backends kernels. */
async function isAbsent(run) {
  try {
    return await run() === ABSENT;
  } catch {
    return true;
  }
}

async function main() {
  if (backend === 'wasm') require('@tensorflow/tfjs-backend-wasm');
  if (tf.setBackend) await tf.setBackend(backend);
  if (tf.disableDeprecationWarnings) tf.disableDeprecationWarnings();
  let count = 0;
  const absent = new Set();
  const different = [];
  for (const size of [3, 5]) {
    const held = { switchBackend };
    for (const { name, run } of allSteps()) {
      if (await isAbsent(() => run(tf, held, size))) absent.add(name);
      else count++;
      const found = difference();
      if (found !== '') different.push(`${name} (${size}): ${found}`);
      agent.frame();
    }
  }
  agent.close();
  process.stdout.write(JSON.stringify({ count, absent: [...absent], different, trouble }));
}

main();
