'use strict';

// What a panel keeps of a recording, and what it says of it, without a browser.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { test } = require('node:test');
const { SiteTable } = require('../agent/site_table.cjs');
const { TeeSink } = require('../agent/tee_sink.cjs');
const { LogStore, gzipOf } = require('../panel/log_store.cjs');
const { PanelSink } = require('../panel/panel_sink.cjs');
const { retell } = require('../panel/retell.cjs');
const { inWords } = require('../panel/words.cjs');
const { temporaryFolder } = require('./support/program.cjs');
const { judge, toolMissing } = require('./support/tool.cjs');

const skip = toolMissing();
const HEADER = { runtime: 'test 1', backend: 'cpu', program: 'test', startedLate: false, bytesRule: 'buffer' };

let clock = 0;
function sinkOn(store) {
  return new PanelSink(store, { now: () => clock++, versionHere: () => '', liveTensors: () => [] }, 0);
}

async function textOf(sink) {
  const bytes = Buffer.concat(await sink.store.contents(sink.ending()));
  return sink.store.gzip === null ? bytes.toString() : zlib.gunzipSync(bytes).toString();
}

async function reportOf(sink) {
  const file = path.join(temporaryFolder(), sink.store.fileName);
  fs.writeFileSync(file, Buffer.concat(await sink.store.contents(sink.ending())));
  return judge(file);
}

/** Frames in each of which one tensor stays, at a place of its own. */
function leak(sink, frames) {
  const stack = sink.stack([{ function: 'draw', file: 'sketch.js', line: 3, column: 5 }]);
  const kind = sink.kind('Add', 'float32', [2]);
  for (let id = 1; id <= frames; id++) {
    sink.frame(0, 0);
    sink.alloc(id, id, 8, kind, stack, 0);
  }
  sink.frame(0, 0);
}

for (const [name, gzip] of [['compressed', gzipOf(globalThis)], ['as it is', null]]) {
  test(`a log is whole at each moment, ${name}`, async () => {
    const sink = sinkOn(new LogStore({ gzip }));
    sink.open(HEADER);
    leak(sink, 20000);
    const first = await textOf(sink);
    sink.frame(0, 0);
    const second = await textOf(sink);
    sink.close();
    const last = await textOf(sink);
    assert.strictEqual(sink.store.fileName, gzip === null ? 'tensors.jsonl' : 'tensors.jsonl.gz');
    for (const text of [first, second, last]) {
      const events = text.trim().split('\n').map((line) => JSON.parse(line));
      assert.strictEqual(events[0].e, 'header');
      assert.deepStrictEqual(events.flatMap(({ e }, at) => (e === 'end' ? [at] : [])), [events.length - 1]);
    }
    const lines = (text) => text.split('\n').length;
    assert.deepStrictEqual([lines(second), lines(last)], [lines(first) + 1, lines(first) + 1]);
  });
}

test('compressed, a log of many megabytes takes a fraction of them', async () => {
  const sink = sinkOn(new LogStore({ gzip: gzipOf(globalThis) }));
  sink.open(HEADER);
  leak(sink, 40000);
  const { length } = await textOf(sink);
  assert.ok(length > 4e6 && sink.store.size < length / 5, `${sink.store.size} of ${length}`);
});

test('a log that is full ends there, says how much is missing, and its leak stands', { skip }, async () => {
  const sink = sinkOn(new LogStore({ gzip: null, mostBytes: 200000 }));
  sink.open(HEADER);
  leak(sink, 20000);
  assert.ok(sink.store.isFull && sink.store.size <= 200000);
  const events = (await textOf(sink)).trim().split('\n').map((line) => JSON.parse(line));
  const [dropped, end] = events.slice(-2);
  assert.deepStrictEqual([dropped.e, end.e], ['dropped', 'end']);
  assert.strictEqual(events.length - 2 + dropped.count, 1 + 1 + 20000 + 20001);
  const report = await reportOf(sink);
  assert.strictEqual(report.verdict.outcome, 'leak');
});

test('a log that is full is never clean', { skip }, async () => {
  const sink = sinkOn(new LogStore({ gzip: null, mostBytes: 200000 }));
  sink.open(HEADER);
  const kind = sink.kind('Add', 'float32', [2]);
  for (let id = 1; id <= 20000; id++) {
    sink.frame(0, 0);
    sink.alloc(id, id, 8, kind, 0, 0);
    sink.free(id, 1);
  }
  assert.strictEqual((await reportOf(sink)).verdict.outcome, 'no verdict');
});

test('a sink that comes later is told what is alive', async () => {
  const table = new SiteTable();
  const first = sinkOn(new LogStore({ gzip: null }));
  const tee = new TeeSink(table, [first]);
  tee.open(HEADER);
  const stack = tee.stack([{ function: 'f', file: 'a.js', line: 1, column: 1 }]);
  const kind = tee.kind('Add', 'float32', [2]);
  tee.scopeBegin(tee.text('model'));
  tee.alloc(1, 7, 8, kind, stack, 1);
  tee.name(1, tee.text('weights'));
  tee.scopeEnd();
  tee.alloc(2, 7, 8, kind, 0, 0);
  tee.alloc(3, 8, 8, kind, stack, 0);
  tee.free(3, 1);
  tee.scopeBegin(tee.text('open'));
  const second = sinkOn(new LogStore({ gzip: null }));
  retell(table, tee.replace(first, second));
  tee.alloc(4, 9, 8, kind, stack, 0);
  const events = (await textOf(second)).trim().split('\n').map((line) => JSON.parse(line));
  const told = events.map(({ t, frames, format, version, time_unit: unit, ...rest }) => rest).slice(1);
  const tensor = { e: 'alloc', bytes: 8, shape: [2], dtype: 'float32', op: 'Add' };
  assert.deepStrictEqual(told, [
    { e: 'scope', id: 1, name: 'model' },
    { e: 'stack', id: 1 },
    { ...tensor, id: 1, buf: 7, stack: 1, scope: 1, flags: ['variable'] },
    { e: 'name', id: 1, name: 'weights' },
    { e: 'scope_end', id: 1 },
    { ...tensor, id: 2, buf: 7 },
    { e: 'scope', id: 2, name: 'open' },
    { ...tensor, id: 4, buf: 9, stack: 1, scope: 2 },
    { e: 'end' },
  ]);
});

/** @returns what the panel says of a page where nothing is the case, but for what is given */
function said(given, growth = {}) {
  const place = (more) => ({
    op: 'Add', dtype: 'float32', shapes: [[2, 3]], scopes: [], stack: null, alive: 12, bytes: 288,
    rate: { count: 1, frames: 1, isExact: true }, bytesPerFrame: 24, ...more,
  });
  const none = { frames: 40, needed: 0, rate: { count: 0, frames: 1, isExact: true }, bytesPerFrame: 0, places: [] };
  const words = inWords({
    hasTensors: true, isOver: false, stopped: '', knowsStacks: true, alive: { tensors: 1312, bytes: 2 ** 21 }, older: 0,
    log: { name: 'tensors.jsonl', bytes: 100, isFull: false }, ...given,
    growth: { ...none, ...growth, places: (growth.places || []).map(place) },
  });
  return { ...words, line: [words.headline, words.alive].filter((part) => part !== '').join(' · ') };
}

test('the first line says what is the case', () => {
  const grows = (count, frames, bytesPerFrame, isExact = true) => ({ rate: { count, frames, isExact }, bytesPerFrame, places: [{}] });
  const lines = [
    [said({ hasTensors: false }), 'neutral', 'waiting for tensors'],
    [said({}, { needed: 5 }), 'neutral', '5 frames more · 1,312 alive'],
    [said({}, { needed: 1 }), 'neutral', '1 frame more · 1,312 alive'],
    [said({ isOver: true }, { needed: 1 }), 'neutral', 'too few frames · 1,312 alive'],
    [said({}), 'good', 'steady · 1,312 alive'],
    [said({}, grows(2, 1, 1258291)), 'bad', '+2 tensors, 1.2 MiB per frame · 1,312 alive'],
    [said({}, grows(1, 3, 8)), 'bad', '+1 tensor, 24 B every 3 frames · 1,312 alive'],
    [said({}, grows(7, 61, 8)), 'bad', '≈ +0.11 tensors, 8 B per frame · 1,312 alive'],
    [said({}, grows(0.314, 1, 2048, false)), 'bad', '≈ +0.31 tensors, 2 KiB per frame · 1,312 alive'],
    [said({}, grows(0, 1, 100)), 'bad', '+100 B per frame · 1,312 alive'],
  ];
  for (const [words, tone, line] of lines) assert.deepStrictEqual([words.tone, words.line], [tone, line]);
});

test('a growing place is told by its operation, its shape and its line', () => {
  const frames = [
    { function: 'add', file: 'https://cdn.example/npm/tfjs@4.22.0/tf.min.js', line: 9, column: 1 },
    { function: 'draw', file: 'https://editor.example/sketches/7/sketch.js?v=2', line: 12, column: 3 },
  ];
  const places = [
    { stack: frames, scopes: ['', 'forward'] },
    { shapes: [[1], [2]] },
    { stack: [{ function: '', file: 'blob:', line: 3, column: 1 }], shapes: [null] },
    {}, {}, {}, {},
  ];
  const { places: told, notes } = said({}, { places });
  assert.deepStrictEqual(told.slice(0, 3).map(({ rate, op, what, name, where }) => [rate, op, what, name, where]), [
    ['+1 per frame', 'Add', 'float32 [2,3]', 'draw', 'sketch.js:12'],
    ['+1 per frame', 'Add', 'float32 2 shapes', '', 'its stack was not recorded'],
    ['+1 per frame', 'Add', 'float32', '(anonymous)', 'blob:3'],
  ]);
  assert.strictEqual(told[0].whole, 'https://editor.example/sketches/7/sketch.js?v=2:12\nin forward\n12 alive, 288 B');
  assert.strictEqual(told.length, 5);
  assert.deepStrictEqual(notes, ['and 2 sites more']);
});

test('what is out of the ordinary is noted', () => {
  assert.deepStrictEqual(said({}).notes, []);
  assert.match(said({ older: 3 }).notes[0], /^3 tensors more, from before the recording/);
  assert.match(said({}, { frames: 0, needed: 6 }).notes[0], /tensorleak\.frame\(\)/);
  assert.match(said({ log: { name: '', bytes: 2 ** 26, isFull: true } }).notes[0], /the log is full/);
  assert.match(said({ knowsStacks: false }).notes[0], /no lines/);
  assert.deepStrictEqual(said({ isOver: true, stopped: 'tensorleak: why' }).notes, ['tensorleak: why']);
});
