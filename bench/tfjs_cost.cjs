'use strict';

// What recording costs a TensorFlow.js program: add() on 10 elements and dispose() of the result, on the
// cpu backend.
//
//   node bench/tfjs_cost.cjs [ROUNDS] [ADDON.node] [MODES]
//
// MODES, a regular expression, chooses what runs; the first of them is what ratios are to.
//
// Each round starts a process for each mode and lets them run in turn, some milliseconds each, so that what
// else the machine does hits all of them. Printed are the median times, and the median of each mode's
// ratios to the bare program at the same moment.
//
// Needs `adapters/tfjs/tests/install tfjs-4.22`. Without an addon the modes write an event log; "agent
// alone" has a sink that does nothing, and is what any transport starts from.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { fork } = require('node:child_process');
const { once } = require('node:events');

const ADAPTER = path.join(__dirname, '../adapters/tfjs');
const PACKAGES = path.join(ADAPTER, 'tests/packages/tfjs-4.22/node_modules');
const REGISTER = path.join(ADAPTER, 'node/register.cjs');
const TURNS = 10000;
// Past the warm-up of adaptive stacks, and of the compiler.
const WARM_BATCHES = 20;
const BATCHES = 25;

/** The measured program: each message asks for a batch, and gets the nanoseconds of a turn. */
function measured() {
  const tf = require('@tensorflow/tfjs');
  const a = tf.ones([10]);
  const b = tf.ones([10]);
  const turn = () => { for (let i = 0; i < TURNS; i++) tf.add(a, b).dispose(); };
  const batch = () => {
    if (process.env.BENCH_FRAMES) globalThis.tensorleak?.frame();
    const began = process.hrtime.bigint();
    turn();
    return Number(process.hrtime.bigint() - began) / TURNS;
  };
  for (let i = 0; i < WARM_BATCHES; i++) batch();
  process.on('message', () => process.send(batch()));
  process.send('warm');
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** A sink that does nothing, for "agent alone": written out so that it can be named as an addon. */
const NULL_SINK = `let id = 0; const next = () => ++id; const nothing = () => {};
module.exports = { open: nothing, text: next, stack: next, kind: next };
for (const name of ['alloc', 'assign', 'free', 'use', 'flag', 'name', 'lost', 'scopeBegin', 'scopeEnd', 'frame',
  'resource', 'counter', 'misuse', 'flush', 'close']) module.exports[name] = nothing;`;

function modes(folder, addon) {
  const nullSink = path.join(folder, 'null_sink.cjs');
  fs.writeFileSync(nullSink, NULL_SINK);
  const transport = addon
    ? { TENSORLEAK_TFJS_ADDON: path.resolve(addon), TENSORLEAK_TRACE: path.join(folder, 'bench.tltrace') }
    : { TENSORLEAK_TFJS_LOG: path.join(folder, 'bench.jsonl') };
  const alone = { TENSORLEAK_TFJS_ADDON: nullSink };
  return [
    ['bare', null],
    ['agent alone, no stacks', { ...alone, TENSORLEAK_STACKS: 'none' }],
    ['agent alone, adaptive', { ...alone, TENSORLEAK_STACKS: 'adaptive' }],
    ['no stacks', { ...transport, TENSORLEAK_STACKS: 'none' }],
    ['adaptive, no frames', { ...transport, TENSORLEAK_STACKS: 'adaptive' }],
    ['adaptive', { ...transport, TENSORLEAK_STACKS: 'adaptive', BENCH_FRAMES: '1' }],
    ['all stacks', { ...transport, TENSORLEAK_STACKS: 'all' }],
  ];
}

function start(environment, folder) {
  return fork(__filename, ['--measured'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: environment === null ? [] : ['--require', REGISTER],
    env: { ...process.env, NODE_PATH: PACKAGES, ...environment },
  });
}

async function answer(child) {
  const [message] = await once(child, 'message');
  return message;
}

/** @returns {Promise<number[][]>} for each batch the times of all modes */
async function oneRound(all, folder) {
  const children = [];
  for (const [, environment] of all) {
    const child = start(environment, folder);
    child.on('exit', (code) => { if (code > 0) throw new Error(`a measured program ended with ${code}`); });
    await answer(child);
    children.push(child);
  }
  const times = [];
  for (let i = 0; i < BATCHES; i++) {
    const batch = [];
    for (const child of children) {
      child.send('batch');
      batch.push(await answer(child));
    }
    times.push(batch);
  }
  for (const child of children) child.kill('SIGKILL');
  return times;
}

async function main() {
  const rounds = Number(process.argv[2] || 7);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tensorleak-bench-'));
  const all = modes(folder, process.argv[3]).filter(([name]) => new RegExp(process.argv[4] || '').test(name));
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(...await oneRound(all, folder));
  fs.rmSync(folder, { recursive: true });
  console.log(`${os.cpus()[0].model}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ` +
    `node ${process.version}, tfjs 4.22.0, cpu backend`);
  console.log(`node bench/tfjs_cost.cjs ${process.argv.slice(2).join(' ')}`.trim());
  all.forEach(([name], i) => {
    const time = median(times.map((batch) => batch[i]));
    const ratio = median(times.map((batch) => batch[i] / batch[0]));
    console.log(`${name.padEnd(24)} ${time.toFixed(0).padStart(7)} ns  ${ratio.toFixed(2)}×`);
  });
}

if (process.argv[2] === '--measured') measured();
else main();
