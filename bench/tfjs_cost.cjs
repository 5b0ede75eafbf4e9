'use strict';

// What recording costs a TensorFlow.js program: add() on 10 elements and dispose() of the result, on the
// cpu backend. Prints the median of each mode over interleaved runs, and its ratio to the bare program.
//
//   node bench/tfjs_cost.cjs [ROUNDS] [ADDON.node]
//
// Needs `adapters/tfjs/tests/install tfjs-4.22`. Without an addon the modes write an event log; "agent
// alone" has a sink that does nothing, and is what any transport starts from.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const ADAPTER = path.join(__dirname, '../adapters/tfjs');
const PACKAGES = path.join(ADAPTER, 'tests/packages/tfjs-4.22/node_modules');
const REGISTER = path.join(ADAPTER, 'node/register.cjs');
const TURNS = 40000;
const BATCHES = 5;

/** The measured program: prints nanoseconds for each turn. */
function measured() {
  const tf = require('@tensorflow/tfjs');
  const a = tf.ones([10]);
  const b = tf.ones([10]);
  const turn = () => { for (let i = 0; i < TURNS; i++) tf.add(a, b).dispose(); };
  // Past the warm-up of adaptive stacks, and of the compiler.
  for (let i = 0; i < 5; i++) {
    if (process.env.BENCH_FRAMES) globalThis.tensorleak?.frame();
    turn();
  }
  const times = [];
  for (let i = 0; i < BATCHES; i++) {
    if (process.env.BENCH_FRAMES) globalThis.tensorleak?.frame();
    const began = process.hrtime.bigint();
    turn();
    times.push(Number(process.hrtime.bigint() - began) / TURNS);
  }
  console.log(`ns ${median(times)}`);
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

function runOnce(environment, folder) {
  const node = environment === null ? [] : ['--require', REGISTER];
  const run = spawnSync(process.execPath, [...node, __filename, '--measured'], {
    cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_PATH: PACKAGES, ...environment },
  });
  const [, time] = /^ns (.*)$/m.exec(run.stdout) || [];
  if (time === undefined) throw new Error(run.stderr);
  return Number(time);
}

function main() {
  const rounds = Number(process.argv[2] || 7);
  const addon = process.argv[3];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tensorleak-bench-'));
  const all = modes(folder, addon);
  const times = all.map(() => []);
  for (let round = 0; round < rounds; round++) {
    all.forEach(([, environment], i) => times[i].push(runOnce(environment, folder)));
  }
  fs.rmSync(folder, { recursive: true });
  console.log(`${os.cpus()[0].model}, ${os.cpus().length} cores, node ${process.version}, tfjs 4.22.0, cpu backend`);
  console.log(`node bench/tfjs_cost.cjs ${process.argv.slice(2).join(' ')}`.trim());
  const bare = median(times[0]);
  all.forEach(([name], i) => {
    const time = median(times[i]);
    console.log(`${name.padEnd(24)} ${time.toFixed(0).padStart(7)} ns  ${(time / bare).toFixed(2)}×`);
  });
}

if (process.argv[2] === '--measured') measured();
else main();
