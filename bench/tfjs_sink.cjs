'use strict';

/**
 * What the calls of a sink cost a program: node bench/tfjs_sink.cjs ADDON [EVENTS]
 * Run it with TENSORLEAK_TRACE set to a file to measure a recording, and without to measure idle calls.
 */

const os = require('node:os');
const path = require('node:path');

const { batched } = require('../adapters/tfjs/agent/batch.cjs');

const ROUNDS = 9;
const KINDS = 16;
const STACKS = 64;

const [addon, events = '200000'] = process.argv.slice(2);
if (addon === undefined) {
  console.error('usage: node bench/tfjs_sink.cjs ADDON [EVENTS]');
  process.exit(2);
}
const sink = require(path.resolve(addon));
const batch = batched(sink, performance.now.bind(performance));
const count = Number(events);

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function nanosecondsPerCall(act) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < count; i++) act(i + 1);
    times.push(Number(process.hrtime.bigint() - start) / count);
  }
  return median(times);
}

sink.open({ runtime: 'bench', backend: 'cpu', program: 'bench', startedLate: false, bytesRule: 'tensor' });
const kinds = Array.from({ length: KINDS }, (_, i) => sink.kind(`Op${i}`, 'float32', [i + 1, 8]));
const stacks = Array.from({ length: STACKS }, (_, i) => sink.stack(
  Array.from({ length: 30 }, (__, depth) => (
    { function: `f${depth}`, file: `file${depth % 5}.js`, line: i + 1, column: 3 }))));
const op = sink.text('Add');
const tidy = sink.text('tidy');

const measured = { 'a call without arguments': nanosecondsPerCall(() => sink.scopeEnd()) };
for (const [way, to] of [['each by itself', sink], ['in batches', batch]]) {
  measured[`alloc and free, no stack, ${way}`] = nanosecondsPerCall((i) => {
    to.alloc(i, i, 40, kinds[i % KINDS], 0, 0);
    to.free(i, 1);
  });
  measured[`alloc and free, a stack, ${way}`] = nanosecondsPerCall((i) => {
    to.alloc(i, i, 40, kinds[i % KINDS], stacks[i % STACKS], 0);
    to.free(i, 1);
  });
  measured[`a scope, ${way}`] = nanosecondsPerCall(() => { to.scopeBegin(tidy); to.scopeEnd(); });
  to.alloc(1, 1, 40, kinds[0], 0, 0);
  measured[`use, ${way}`] = nanosecondsPerCall(() => to.use(1, op));
  to.free(1, 1);
  to.flush();
}

console.log(`${os.cpus()[0].model}, node ${process.version}, ${count} events, median of ${ROUNDS}, ` +
  (process.env.TENSORLEAK_TRACE ? 'recording' : 'not recording'));
for (const [what, time] of Object.entries(measured)) console.log(`${time.toFixed(0).padStart(6)} ns  ${what}`);
