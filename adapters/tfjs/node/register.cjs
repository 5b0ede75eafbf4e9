'use strict';

/**
 * Records the tensors of a Node program: `node --require …/register.cjs program.js`, or the same in
 * NODE_OPTIONS, which worker threads and child processes inherit. Set by `tensorleak run -- node …`:
 *
 *   TENSORLEAK_TFJS_ADDON  the addon that feeds libtrack; where it does not load, the log is used
 *   TENSORLEAK_TFJS_LOG    the event log to write: see log_file.cjs
 *   TENSORLEAK_STACKS      all, adaptive (the default) or none: see ../agent/policy.cjs
 *   TENSORLEAK_WHO         1: look for who holds survivors, in heap snapshots: see who/who.cjs
 *
 * With neither of the first two it does nothing at all.
 */

const path = require('node:path');
const { isMainThread, threadId } = require('node:worker_threads');

const STACKS = ['all', 'adaptive', 'none'];
const TICK_MILLISECONDS = 1000;

/** @returns {object|null} a sink */
function chooseSink(environment, now) {
  if (environment.TENSORLEAK_TFJS_ADDON) {
    try {
      return require(environment.TENSORLEAK_TFJS_ADDON);
    } catch {
      // The log, if there is one, serves as well.
    }
  }
  if (!environment.TENSORLEAK_TFJS_LOG) return null;
  const { LogSink } = require('../agent/log_sink.cjs');
  const { FileOutput } = require('./file_output.cjs');
  const { openLog } = require('./log_file.cjs');
  return new LogSink(new FileOutput(() => openLog(environment.TENSORLEAK_TFJS_LOG)), { now });
}

function nameOfScript(script) {
  const relative = path.relative(process.cwd(), script);
  return relative.startsWith('..') ? path.basename(script) : relative;
}

function programInWords() {
  const script = process.argv[1] ? nameOfScript(process.argv[1]) : 'node';
  return isMainThread ? script : `${script}, worker ${threadId}`;
}

function start() {
  const now = performance.now.bind(performance);
  const sink = chooseSink(process.env, now);
  if (sink === null) return;
  const { startAgent } = require('../agent/index.cjs');
  const { Tasks } = require('./tasks.cjs');
  const { versionOf } = require('./version.cjs');
  const { atExit } = require('./at_exit.cjs');
  const { Busy } = require('./busy.cjs');
  const busy = new Busy();
  const agent = startAgent({
    sink,
    realm: globalThis,
    isCopied: true,
    stacks: STACKS.includes(process.env.TENSORLEAK_STACKS) ? process.env.TENSORLEAK_STACKS : 'adaptive',
    program: programInWords(),
    root: process.cwd(),
    own: [path.join(__dirname, '../agent/'), path.join(__dirname, '/')],
    tell: (line) => process.stderr.write(`${line}\n`),
    now,
    soon: queueMicrotask,
    isBusy: () => busy.now,
    versionOf,
    tasks: new Tasks(),
    whoHolds: process.env.TENSORLEAK_WHO === '1' ? require('./who/who.cjs').whoHolds : null,
  });
  setInterval(agent.tick, TICK_MILLISECONDS).unref();
  atExit(() => {
    agent.close();
    if (isMainThread) endProcess(sink);
  });
  publish('tensorleak', { frame: agent.frame });
  publish(Symbol.for('tensorleak.agent'), agent);      // npm/recording.cjs joins in
}

function publish(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

/** What workers hold now is held to the end of the process, also where this thread recorded nothing. */
function endProcess(sink) {
  try { sink.close(); } catch { /* the agent has told of a sink that fails */ }
}

start();
