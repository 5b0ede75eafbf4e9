'use strict';

// The live tensors by site, in memory: what a panel shows, and what a test of a program asks.

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { startAgent } = require('../agent/index.cjs');
const { growthOf, rateOver, sumOf } = require('../agent/growth.cjs');
const { SiteTable } = require('../agent/site_table.cjs');
const { TeeSink } = require('../agent/tee_sink.cjs');
const { userFrameOf, userFunctionOf } = require('../agent/user_frame.cjs');
const { missing, PACKAGES } = require('./support/program.cjs');

const KEPT = 2;
const VARIABLE = 1;
const FRAMES = [{ function: 'draw', file: 'sketch.js', line: 3, column: 5 }];

/** A table that knows a stack, and a kind for `tell`. */
function started() {
  const table = new SiteTable();
  table.open({ runtime: 'test 1' });
  const stack = table.stack(FRAMES);
  const add = table.kind('Add', 'float32', [2, 3]);
  return { table, stack, add };
}

test('live tensors are grouped by stack, operation, shape, dtype and scopes', () => {
  const { table, stack, add } = started();
  const pair = table.kind('Add', 'float32', [2]);
  table.alloc(1, 1, 24, add, stack, 0);
  table.alloc(2, 2, 24, add, stack, 0);
  table.alloc(3, 3, 24, add, 0, 0);
  table.alloc(4, 4, 8, pair, stack, 0);
  table.scopeBegin(0);
  table.scopeBegin(table.text('forward'));
  table.alloc(5, 5, 24, add, stack, 0);
  table.scopeEnd();
  table.scopeEnd();
  table.alloc(6, 6, 24, add, stack, 0);
  table.free(6, 1);
  const told = table.survivors().map(({ shape, stack: frames, scopes, tensors, bytes }) => [shape, frames, scopes, tensors, bytes]);
  assert.deepStrictEqual(told, [
    [[2, 3], FRAMES, [], 2, 48],
    [[2, 3], null, [], 1, 24],
    [[2, 3], FRAMES, ['', 'forward'], 1, 24],
    [[2], FRAMES, [], 1, 8],
  ]);
  assert.deepStrictEqual(table.totals(), { tensors: 5, buffers: 5, bytes: 104 });
});

test('survivors of a moment are those made after it, with what they are', () => {
  const { table, stack, add } = started();
  table.alloc(1, 1, 24, add, stack, 0);
  const moment = table.moment();
  table.alloc(2, 2, 24, add, stack, VARIABLE);
  table.name(2, table.text('weights'));
  table.alloc(3, 3, 24, add, stack, 0);
  table.flag(3, KEPT, 1);
  table.lost(3);
  table.alloc(4, 4, 24, add, stack, 0);
  table.flag(4, KEPT, 1);
  table.flag(4, KEPT, 0);
  const [group, ...others] = table.survivors(moment);
  assert.deepStrictEqual(others, []);
  const { tensors, variables, kept, saved, lost, names } = group;
  assert.deepStrictEqual({ tensors, variables, kept, saved, lost, names },
    { tensors: 3, variables: 1, kept: 1, saved: 0, lost: 1, names: ['weights'] });
  assert.deepStrictEqual(table.survivors(table.moment()), []);
});

test('a shared buffer counts at its oldest survivor', () => {
  const { table, stack, add } = started();
  const reshape = table.kind('Reshape', 'float32', [6]);
  table.alloc(1, 7, 24, add, stack, 0);
  table.alloc(2, 7, 24, reshape, stack, 0);
  const bytes = () => Object.fromEntries(table.survivors().map((group) => [group.op, group.bytes]));
  assert.deepStrictEqual(bytes(), { Add: 24, Reshape: 0 });
  assert.deepStrictEqual(table.totals(), { tensors: 2, buffers: 1, bytes: 24 });
  table.free(1, 1);
  assert.deepStrictEqual(bytes(), { Reshape: 24 });
  table.free(2, 1);
  assert.deepStrictEqual(table.totals(), { tensors: 0, buffers: 0, bytes: 0 });
});

test('a variable that is assigned to stays as old as it was', () => {
  const { table, stack, add } = started();
  table.alloc(1, 1, 24, add, stack, VARIABLE);
  const moment = table.moment();
  table.alloc(2, 2, 24, add, stack, 0);
  table.assign(1, 2, 24, add);
  assert.strictEqual(table.survivors(moment)[0].bytes, 0, 'the older variable holds the shared buffer');
  table.free(2, 1);
  assert.deepStrictEqual(table.survivors(moment), []);
  assert.deepStrictEqual(table.totals(), { tensors: 1, buffers: 1, bytes: 24 });
});

test('what goes and was never seen to come is no matter', () => {
  const { table, add } = started();
  table.free(99, 1);
  table.lost(99);
  table.flag(99, KEPT, 1);
  table.assign(99, 1, 8, add);
  table.scopeEnd();
  assert.deepStrictEqual(table.totals(), { tensors: 0, buffers: 0, bytes: 0 });
});

/** Marks frames; `turn` says what happens in each. @returns {SiteTable} */
function afterFrames(count, turn) {
  const { table, stack, add } = started();
  let id = 0;
  const make = (kind = add, bytes = 24) => {
    table.alloc(++id, id, bytes, kind, stack, 0);
    return id;
  };
  for (let frame = 0; frame < count; frame++) {
    table.frame(0, 0);
    turn(frame, make, table);
  }
  table.frame(0, 0);
  return table;
}

test('growth is told per frame, with its place', () => {
  const growth = afterFrames(20, (_, make, table) => {
    make();
    table.free(make(), 1);
  }).growth();
  assert.strictEqual(growth.frames, 20);
  assert.strictEqual(growth.needed, 0);
  assert.deepStrictEqual(growth.rate, { count: 1, frames: 1, isExact: true });
  assert.strictEqual(growth.bytesPerFrame, 24);
  assert.deepStrictEqual(growth.places.map(({ op, dtype, shapes, stack, alive }) => [op, dtype, shapes, stack, alive]),
    [['Add', 'float32', [[2, 3]], FRAMES, 20]]);
});

test('two more and one less by turns is a rate in so many frames', () => {
  const held = [];
  const growth = afterFrames(30, (frame, make, table) => {
    if (frame % 3 === 0) held.push(make());
    if (frame % 3 === 1) held.push(make(), make());
    if (frame % 3 === 2) table.free(held.pop(), 1);
  }).growth();
  assert.deepStrictEqual(growth.rate, { count: 2, frames: 3, isExact: true });
});

test('few frames say how many more are needed, and none is needed without end', () => {
  assert.strictEqual(new SiteTable().growth().needed, 6);
  assert.strictEqual(afterFrames(2, (_, make) => make()).growth().needed, 4);
  assert.strictEqual(afterFrames(6, (_, make) => make()).growth().needed, 0);
});

test('a warm-up, a cache and a bounded history are no growth', () => {
  const warmUp = afterFrames(20, (frame, make) => frame < 5 && make());
  const steady = afterFrames(600, (frame, make, table) => {
    make();
    if (frame >= 10) table.free(frame - 9, 1);
  });
  for (const table of [warmUp, steady]) {
    assert.deepStrictEqual(table.growth().places, []);
    assert.deepStrictEqual(table.growth().rate, { count: 0, frames: 1, isExact: true });
  }
});

test('a leak at chance frames is a trend', () => {
  let random = 1;
  const chance = () => (random = (random * 16807) % 2147483647) / 2147483647;
  const { places } = afterFrames(400, (_, make) => chance() < 0.3 && make()).growth();
  assert.strictEqual(places.length, 1);
  assert.strictEqual(places[0].rate.isExact, false);
  assert.ok(Math.abs(places[0].rate.count - 0.3) < 0.1, `${places[0].rate.count}`);
});

test('a leak whose shape is another each time is one place, and so is a tensor that grows', () => {
  const shapes = afterFrames(20, (frame, make, table) => make(table.kind('Add', 'float32', [frame]), frame)).growth();
  assert.deepStrictEqual(shapes.rate, { count: 1, frames: 1, isExact: true });
  assert.strictEqual(shapes.places[0].shapes.length, 20);
  let last = 0;
  const size = afterFrames(20, (frame, make, table) => {
    const next = make(table.kind('Concat', 'float32', [frame]), 4 * frame);
    table.free(last, 1);
    last = next;
  }).growth();
  assert.deepStrictEqual([size.rate.count, size.bytesPerFrame, size.places[0].alive], [0, 4, 1]);
});

test('a leak that stopped long ago, and one that starts late', () => {
  assert.deepStrictEqual(afterFrames(1200, (frame, make) => frame < 500 && make()).growth().places, []);
  assert.strictEqual(afterFrames(1200, (frame, make) => frame > 900 && make()).growth().places.length, 1);
});

test('frames of another lane do not count', () => {
  const { table, stack, add } = started();
  for (let id = 1; id <= 21; id++) {
    table.frame(1, 0);
    table.alloc(id, id, 8, add, stack, 0);
    table.frame(2, 0);
  }
  assert.deepStrictEqual([table.growth().frames, table.growth().rate.count], [20, 1]);
  table.startAnew();
  for (let mark = 0; mark < 8; mark++) table.frame(2, 0);
  assert.deepStrictEqual([table.growth().frames, table.growth().rate.count], [7, 0]);
});

test('sites of which nothing is left are forgotten', () => {
  const table = afterFrames(3000, (frame, make, told) => told.free(make(told.kind('Add', 'float32', [frame])), 1));
  const [place] = table.sites.places.values();
  assert.ok(place.sites.size <= 1024, `${place.sites.size}`);
  const quiet = afterFrames(3000, (frame, make, told) => frame < 10 && told.free(make(), 1));
  assert.strictEqual(quiet.sites.places.size, 0);
});

test('growth of populations', () => {
  const rate = (values) => {
    const { state, span } = growthOf(values);
    return state === 'growing' ? rateOver(values, span) : state;
  };
  assert.strictEqual(rate([0, 1, 2]), 'undecided');
  assert.deepStrictEqual(rate([5, 5, 5, 0, 1, 2, 3]), { count: 1, frames: 1, isExact: true });
  assert.strictEqual(rate([0, 1, 2, 3, 2, 1, 0]), 'steady');
  assert.strictEqual(rate([0, 0, 0, 0, 1, 0, 4]), 'undecided');
  // Teeth of a collector are steady, on a rising floor they are not.
  const teeth = Array.from({ length: 200 }, (_, i) => i % 7);
  assert.strictEqual(rate(teeth), 'steady');
  const rising = rate(teeth.map((tooth, i) => tooth + Math.floor(i / 13)));
  assert.ok(Math.abs(rising.count - 1 / 13) < 0.03, JSON.stringify(rising));
  assert.deepStrictEqual(sumOf([{ count: 1, frames: 2, isExact: true }, { count: 1, frames: 3, isExact: true }]),
    { count: 5, frames: 6, isExact: true });
  assert.deepStrictEqual(sumOf([{ count: 1, frames: 2, isExact: true }, { count: 0.25, frames: 1, isExact: false }]),
    { count: 0.75, frames: 1, isExact: false });
});

test('the frame of the user is outside of libraries', () => {
  const frame = (file, name = 'f') => ({ function: name, file, line: 1, column: 1 });
  const libraries = ['node_modules/a/b.js', 'https://cdn.example/npm/ml5@1.4.0/dist/ml5.min.js', 'lib/tf.min.js', 'node:internal/x'];
  for (const file of libraries) assert.strictEqual(userFrameOf([frame(file), frame('sketch.js')]).file, 'sketch.js');
  assert.strictEqual(userFrameOf([frame('', ''), frame('a@b.js')]).file, 'a@b.js');
  assert.strictEqual(userFrameOf([frame('tf.js'), frame('p5.js')]).file, 'p5.js');
  assert.strictEqual(userFrameOf([]), null);
  const callback = { function: '', file: 'sketch.js', line: 4, column: 9 };
  assert.strictEqual(userFunctionOf([frame('tf.js'), callback, frame('tf.js'), frame('sketch.js', 'draw')]), 'draw › (anonymous)');
  assert.strictEqual(userFunctionOf([frame('tf.js'), callback, frame('sketch.js', 'draw')]), '(anonymous)');
  assert.strictEqual(userFunctionOf([]), '');
});

test('a tee passes on to each sink in its own numbers, also to one that comes later', () => {
  const first = new SiteTable();
  const second = new SiteTable();
  second.text('another');
  second.kind('Other', 'int32', []);
  const tee = new TeeSink(first, [second]);
  tee.open({ runtime: 'test 1' });
  const stack = tee.stack(FRAMES);
  const kind = tee.kind('Add', 'float32', [2]);
  tee.scopeBegin(tee.text('forward'));
  tee.alloc(1, 1, 8, kind, stack, 0);
  assert.deepStrictEqual(first.survivors(), second.survivors());
  const third = new SiteTable();
  tee.replace(second, third);
  tee.alloc(2, 2, 8, kind, stack, 0);
  tee.free(1, 1);
  const [{ op, tensors, scopes }] = third.survivors();
  assert.deepStrictEqual([third.header.runtime, op, tensors, scopes], ['test 1', 'Add', 1, []]);
  assert.deepStrictEqual([first.totals().tensors, second.totals().tensors], [1, 1]);
});

test('on a real engine it counts what tf.memory() counts', { skip: missing('tfjs-4.22') }, () => {
  const table = new SiteTable();
  const agent = startAgent({
    sink: table, realm: globalThis, stacks: 'all', program: 'test', root: __dirname,
    own: [path.join(__dirname, '../agent')], tell: assert.fail, now: () => performance.now(),
    soon: queueMicrotask, isBusy: () => true, versionOf: () => '4.22.0', tasks: null,
  });
  const tf = require(path.join(PACKAGES, 'tfjs-4.22/node_modules/@tensorflow/tfjs'));
  const weights = tf.variable(tf.ones([2, 2]), true, 'weights');
  const before = table.moment();
  function leaks() {
    return tf.tidy('forward', () => tf.keep(weights.matMul(tf.ones([2, 1]))).reshape([2]).clone());
  }
  for (let turn = 0; turn < 8; turn++) {
    agent.frame();
    leaks();
  }
  agent.frame();
  tf.tensor1d(['a', 'text']);
  weights.assign(tf.zeros([2, 2]));
  agent.session.settle();
  const { numTensors, numDataBuffers } = tf.memory();
  const { tensors, buffers, bytes } = table.totals();
  assert.deepStrictEqual([tensors, buffers], [numTensors, numDataBuffers]);
  assert.strictEqual(bytes, 16 + 16 + 8 * 8 + 5);
  const told = table.survivors(before).map((group) =>
    [group.op, group.shape, group.tensors, group.bytes, group.kept, group.scopes, userFunctionOf(group.stack)]);
  assert.deepStrictEqual(told.slice(0, 2), [
    ['BatchMatMul', [2, 1], 8, 64, 8, ['forward'], 'leaks › (anonymous)'],
    ['Identity', [2], 8, 0, 0, ['forward'], 'leaks › (anonymous)'],
  ]);
  const growth = table.growth();
  assert.deepStrictEqual(growth.rate, { count: 2, frames: 1, isExact: true });
  assert.strictEqual(growth.bytesPerFrame, 8);
  agent.close();
});
