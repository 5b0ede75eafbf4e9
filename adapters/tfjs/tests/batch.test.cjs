'use strict';

// Events that are handed over in batches are the events that were told one by one.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { test } = require('node:test');
const { batched } = require('../agent/batch.cjs');
const { missing, temporaryFolder, PACKAGES } = require('./support/program.cjs');
const { toolMissing } = require('./support/tool.cjs');

const TOOL = process.env.TENSORLEAK || '';
const ADDON = path.join(path.dirname(TOOL), '../share/tensorleak/tfjs/addon/tensorleak.node');
const REGISTER = path.join(__dirname, '../node/register.cjs');
const BATCH = path.join(__dirname, '../agent/batch.cjs');

function addonMissing() {
  return toolMissing() || (fs.existsSync(ADDON) ? false : 'the addon was not built');
}

/** Runs a script, and returns the events of its trace in order. */
function traceOf(source, environment = {}) {
  const folder = temporaryFolder();
  const script = path.join(folder, 'script.cjs');
  const trace = path.join(folder, 'script.tltrace');
  fs.writeFileSync(script, source);
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...inherited } = process.env;
  const run = spawnSync(process.execPath, [script],
    { cwd: folder, encoding: 'utf8', env: { ...inherited, TENSORLEAK_TRACE: trace, ...environment } });
  assert.strictEqual(run.status, 0, run.stderr);
  const dump = spawnSync(TOOL, ['trace', 'dump', trace], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.strictEqual(dump.status, 0, dump.stderr);
  return dump.stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Tells `sink` some of everything: more than a batch holds, in scopes that stay open across batches. */
function tellEverything(sink) {
  sink.open({ runtime: 'test 1', backend: 'cpu', program: 'events', startedLate: false, bytesRule: 'tensor' });
  const [relu, tidy, inner, lane, kind] = ['Relu', 'tidy', 'inner', 'camera', 'double-dispose'].map((text) => sink.text(text));
  const kinds = [sink.kind('Add', 'float32', [2, 3]), sink.kind('Cast', 'int32', []), sink.kind('Load', 'string', null)];
  const stack = sink.stack([{ function: 'f', file: 'a.js', line: 3, column: 7 }]);
  const alive = [];
  for (let id = 1; id <= 4000; id++) {
    if (id % 7 === 0) sink.scopeBegin(tidy);
    if (id % 21 === 0) sink.scopeBegin(inner);
    sink.alloc(id, id - (id % 3), 24 * (id % 5), kinds[id % 3], id % 4 === 0 ? stack : 0, id % 2);
    alive.push(id);
    if (id % 5 === 0) sink.use(id, relu);
    if (id % 11 === 0) sink.flag(id, 2, 1);
    if (id % 22 === 0) sink.flag(id, 2, 0);
    if (id % 3 !== 0) sink.free(alive.splice((id * 31) % alive.length, 1)[0], id % 6);
    if (id % 21 === 9) sink.scopeEnd();
    if (id % 7 === 5) sink.scopeEnd();
    if (id === 10) sink.stack([{ function: 'g', file: 'b.js', line: 1, column: 1 }]);
    if (id % 500 === 0) sink.assign(alive[0], 100000 + id, 8, kinds[0]);
    if (id % 700 === 0) sink.name(alive[0], inner);
    if (id % 900 === 0) sink.lost(alive[1]);
    if (id % 1000 === 0) sink.misuse(kind, 0, stack);
    if (id % 100 === 0) {
      sink.resource(lane, id);
      sink.counter(alive.length, 1, id);
      sink.frame(id % 200 === 0 ? lane : 0, 0);
    }
  }
  sink.close();
}

function scriptOf(sink) {
  return `const { batched } = require(${JSON.stringify(BATCH)});
    const sink = require(${JSON.stringify(ADDON)});
    (${tellEverything})(${sink});`;
}

test('a batch leaves the trace that its events leave one by one', { skip: addonMissing() }, () => {
  const told = (source) => traceOf(source)
    .filter(({ e, rss }) => !(e === 'counter' && rss !== undefined))   // written by the clock
    .map(({ t, process: pid, ...event }) => event);
  const oneByOne = told(scriptOf('sink'));
  assert.deepStrictEqual(told(scriptOf('batched(sink, performance.now.bind(performance))')), oneByOne);
  const count = (kind) => oneByOne.filter(({ e }) => e === kind).length;
  assert.ok(count('alloc') > 4000 && count('free') > 2000 && count('scope') > 500 && count('keep') > 300);
});

test('what a batch holds has the times at which it happened', { skip: addonMissing() }, () => {
  const file = path.join(temporaryFolder(), 'clocks.json');
  const events = traceOf(`const { batched } = require(${JSON.stringify(BATCH)});
    const sink = batched(require(${JSON.stringify(ADDON)}), performance.now.bind(performance));
    const wait = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
    sink.open({ runtime: 'test 1', backend: 'cpu', program: 'times', startedLate: false, bytesRule: 'tensor' });
    const kind = sink.kind('Add', 'float32', [1]);
    const clocks = [];                 // before each event, and behind it
    const clocked = (tell) => clocks.push([performance.now(), (tell(), performance.now())]);
    for (let id = 1; id <= 60; id++) { clocked(() => sink.alloc(id, id, 4, kind, 0, 0)); wait(5); }
    clocked(() => sink.frame(0, 0));
    sink.close();
    require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(clocks));`);
  const clocks = JSON.parse(fs.readFileSync(file, 'utf8'));
  const times = events.filter(({ e }) => e === 'alloc').map(({ t }) => t);
  const frame = events.find(({ e }) => e === 'frame').t;
  assert.strictEqual(times.length, 60);
  const [frameBegins, frameEnds] = clocks.pop();
  // A clock for 16 events: each of them is told for a moment between the first of its 16 and itself.
  times.forEach((time, i) => {
    const before = (frame - time) / 1e6;
    const least = frameBegins - clocks[i][1] - 1;
    const most = frameEnds - clocks[Math.max(0, i - 15)][0] + 1;
    assert.ok(before >= least && before <= most, `event ${i} is said to be ${before} ms before the frame, not ${least} to ${most}`);
  });
});

test('a worker that process.exit() cuts off loses nothing of its batch', { skip: addonMissing() || missing('tfjs-4.22') }, () => {
  const events = traceOf(`
    const { isMainThread, Worker, parentPort } = require('node:worker_threads');
    const tf = require('@tensorflow/tfjs');
    if (isMainThread) {
      tf.ones([1]).dispose();
      new Worker(__filename).on('message', () => process.exit(0));
    } else {
      for (let i = 0; i < 10; i++) tf.ones([17]).dispose();
      parentPort.postMessage('done');
      setTimeout(() => {}, 10000);
    }`, { NODE_OPTIONS: `--require ${REGISTER}`, TENSORLEAK_TFJS_ADDON: ADDON,
    NODE_PATH: path.join(PACKAGES, 'tfjs-4.22/node_modules') });
  const made = events.filter(({ e, shape }) => e === 'alloc' && `${shape}` === '17').map(({ id }) => id);
  const freed = new Set(events.filter(({ e, why }) => e === 'free' && why === 'dispose').map(({ id }) => id));
  assert.strictEqual(made.length, 10);
  assert.deepStrictEqual(made.filter((id) => !freed.has(id)), []);
});

/** A sink in JavaScript with shared memory, that notes when it is asked to take. */
function noting(words) {
  const memory = new ArrayBuffer(words * 8);
  const taken = [];
  const shared = new Float64Array(memory);
  const take = (now) => { taken.push({ now, words: shared[0] }); shared[0] = 1; };
  return { sink: { batch: () => memory, take, frame: () => taken.push('frame') }, taken };
}

test('a batch is handed over when it is full, before what is told at once, and each second', () => {
  const { sink, taken } = noting(64);
  let now = 1000;
  const batch = batched(sink, () => now);
  for (let id = 1; id <= 20; id++) batch.free(id, 1);
  assert.ok(taken.length > 0, 'a full batch was not handed over');
  taken.length = 0;
  batch.use(1, 1);
  batch.frame(0, 0);
  assert.deepStrictEqual([typeof taken[0], taken[1]], ['object', 'frame']);
  taken.length = 0;
  for (let id = 1; id <= 10; id++) batch.scopeEnd();
  now = 3000;
  for (let id = 1; id <= 10; id++) batch.scopeEnd();
  assert.strictEqual(taken.length, 1);
});

test('a sink without shared memory is told of each event', () => {
  const sink = { alloc() {} };
  assert.strictEqual(batched(sink, () => 0), sink);
  const refusing = { batch: () => undefined };
  assert.strictEqual(batched(refusing, () => 0), refusing);
});
