'use strict';

// Who holds survivors, in snapshots of a real heap; and that a program does not notice the looking.

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, eventsOf, missing } = require('./support/program.cjs');
const { runByTool, toolMissing } = require('./support/tool.cjs');
const { HeapReader, Edge } = require('../node/who/heap_graph.cjs');

const skip = missing('tfjs-4.22');
const WHO = { TENSORLEAK_WHO: '1' };
const USE = "const tf = require('@tensorflow/tfjs'); const make = (n) => tf.tensor1d(new Array(n).fill(1));";

/** The last that was told of the holders of tensors of each length. */
function holdersIn(source, options = {}) {
  const run = runProgram({ source: `${USE}\n${source}`, environment: WHO, ...options });
  assert.strictEqual(run.code, 0, run.stderr);
  return holdersOf(run.events);
}

function holdersOf(events) {
  const lengths = new Map();
  const holders = {};
  for (const event of events) {
    if (event.e === 'alloc') lengths.set(event.id, event.shape[0]);
    if (event.e === 'holder') holders[lengths.get(event.id)] = event;
  }
  return holders;
}

const HOLDERS = `
  globalThis.app = { history: [], pool: new Map(), seen: new Set(), table: {} };
  const cache = []; globalThis.ask = function ask() { return cache; };
  class Box { #inner; constructor() { this.last = make(5); this.#inner = make(6); } }
  globalThis.box = new Box();
  let current = make(7); globalThis.tell = () => current;
  exports.weights = make(8);
  globalThis.key = {}; globalThis.weakly = new WeakMap([[key, make(9)]]);
  async function waits() { const mine = [make(10), make(10)]; await new Promise((r) => { globalThis.resolve = r; }); mine.pop(); }
  waits();
  function drops() { make(11); make(11); }
  drops();
  tf.variable(make(12));
  const references = [];
  for (let i = 0; i < 30; i++) {
    app.history.push(make(1)); app.pool.set('entry ' + i, make(2)); app.seen.add(make(3));
    app.table['name ' + i] = { input: make(4) }; cache.push({ input: make(13) });
    references.push(new WeakRef(make(14)));
  }
  process.on('exit', () => { for (const reference of references) reference.deref(); });`;

const EXPECTED = {
  1: ['history (Array, 30 elements), in app, a global', 'global → app → .history Array → [29]', 30],
  2: ['pool (Map, 30 elements), in app, a global', 'global → app → .pool Map → ["entry 29"]', 30],
  3: ['seen (Set, 30 elements), in app, a global', 'global → app → .seen Set → a member', 30],
  5: ['last, in box (Box), a global', 'global → box Box → .last'],
  6: ['#inner, in box (Box), a global', 'global → box Box → .#inner'],
  7: ['current, a variable in program.js', undefined],
  8: ['weights, in exports of program.js', 'exports of program.js → .weights'],
  9: ['key, a global', 'global → key'],
  11: ['', undefined],
  13: ['cache (Array, 30 elements), a variable in program.js', undefined, 30],
  14: ['', undefined],
};

for (const packages of ['tfjs-4.22', 'tfjs-1.7', 'tfjs-1.1', 'tfjs-0.15', 'tfjs-0.11']) {
  test(`holders of every kind are named, ${packages}`, { skip: missing(packages) }, () => {
    const holders = holdersIn(HOLDERS, { packages });
    for (const [length, [by, way, members]] of Object.entries(EXPECTED)) {
      const found = holders[length];
      assert.ok(found, `nothing was told of [${length}]`);
      assert.strictEqual(found.by, by);
      if (way !== undefined) assert.strictEqual(found.path, way);
      assert.strictEqual(found.members, members);
    }
    assert.match(holders[7].path, /^global → (ask|tell) → closure → current$/);
    assert.match(holders[4].by, /^table \(Object, \d+ elements\), in app, a global$/);
    assert.strictEqual(holders[10].by, 'an Array of 2 elements, a variable of waits(), which waits');
    // The engine knows its variables by their names; that is no holder.
    assert.strictEqual(holders[12].by, '');
  });
}

test('holders are named where the library is minified', { skip }, () => {
  const run = runProgram({ environment: WHO, source: `
    const tf = require('@tensorflow/tfjs/dist/tf.min.js');
    globalThis.app = { history: [] };
    for (let i = 0; i < 30; i++) app.history.push(tf.ones([1]));` });
  assert.strictEqual(run.code, 0, run.stderr);
  const holder = holdersOf(run.events)[1];
  assert.strictEqual(holder.by, EXPECTED[1][0]);
  assert.strictEqual(holder.path, EXPECTED[1][1]);
});

test('variables of modules of ECMAScript', { skip }, () => {
  const run = runProgram({ extension: '.mjs', environment: WHO, source: `
    import * as tf from '@tensorflow/tfjs';
    export const shown = [];
    const shared = [];
    export function ask() { return shared; }
    for (let i = 0; i < 4; i++) { shown.push(tf.ones([1])); shared.push(tf.ones([2])); }
    await null;` });
  assert.strictEqual(run.code, 0, run.stderr);
  const holders = holdersOf(run.events);
  assert.strictEqual(holders[1].by, 'an Array of 4 elements, in module program.mjs');
  assert.strictEqual(holders[1].path, 'module program.mjs → Array → [3]');
  assert.strictEqual(holders[2].by, 'shared (Array, 4 elements), a variable in program.mjs');
});

test('what only the open scopes and variables of the engine refer to is held by nobody else', { skip }, () => {
  const holders = holdersIn(`
    tf.engine().startScope(); make(2);
    (() => tf.variable(make(3)))();`);
  assert.strictEqual(holders[2].by, '');
  assert.match(holders[2].path, /^engine → .*\.track Array → \[0\]$/);
  assert.match(holders[3].path, /^engine → .*\.(registeredVariables|track Array) → /);
});

test('an array that a function has while it runs is told as of the frame of the look', { skip }, () => {
  const events = runProgram({ file: path.join(__dirname, 'cases/unbounded-history.js'), environment: WHO }).events;
  const holder = holdersOf(events)[16];
  assert.strictEqual(holder.by, 'an Array of 32 elements, a variable of a running function, at frame 32');
  assert.strictEqual(holder.members, 32);
});

test('without frames a program is looked at by the clock', { skip }, () => {
  const holders = holdersIn(`
    (async () => {
      const list = [];
      for (let i = 0; i < 26; i++) { list.push(make(3)); await new Promise((r) => setTimeout(r, 100)); }
      list.length = 0;
    })();`);
  assert.match(holders[3].by, /^an Array of \d+ elements, a variable of a function that waits, after 2 s$/);
  assert.match(holders[3].path, /^a timer → /);
});

test('without --who nothing is looked for', { skip }, () => {
  const { events } = runProgram({ source: `${USE} globalThis.held = make(3);` });
  assert.ok(!events.some(({ e }) => e === 'holder'));
});

const PROGRAM = `${USE}
  const order = [];
  globalThis.held = [make(3), make(4)];
  setTimeout(() => { order.push('timeout'); console.log(order.join()); }, 5);
  process.nextTick(() => order.push('tick'));
  Promise.resolve().then(() => order.push('promise'));
  for (let i = 0; i < 9; i++) globalThis.tensorleak?.frame();
  order.push('now');
  process.on('exit', (code) => console.log('exit', code));`;

for (const [name, end, code] of [
  ['comes to its end', '', 0],
  ['sets its exit code', 'process.exitCode = 5;', 5],
  ['calls process.exit()', 'setTimeout(() => process.exit(7), 20);', 7],
  ['throws', "setTimeout(() => { throw new Error('mine'); }, 20);", 1],
  ['rejects', "setTimeout(() => Promise.reject(new Error('mine')), 20);", 1],
]) {
  test(`a program that ${name} does not notice`, { skip }, () => {
    const source = `${PROGRAM}\n${end}`;
    const bare = runProgram({ source, agent: false });
    const run = runProgram({ source, environment: WHO });
    assert.strictEqual(run.code, code);
    assert.strictEqual(bare.code, code);
    assert.strictEqual(run.stdout, bare.stdout);
    assert.strictEqual(run.stderr.replaceAll(run.folder, ''), bare.stderr.replaceAll(bare.folder, ''));
    assert.strictEqual(holdersOf(run.events)[3].by, 'held (Array, 2 elements), a global');
    assert.strictEqual(run.events.at(-1).e, 'end');
  });
}

test('worker threads go on as ever, and tell of their own heap', { skip }, () => {
  const source = `
    const { Worker, isMainThread } = require('node:worker_threads');
    ${USE}
    globalThis.held = isMainThread ? [make(2), make(2)] : [make(3), make(3), make(3)];
    if (isMainThread) for (const exits of [true, false])
      new Worker(__filename, { argv: [exits] }).on('exit', (code) => console.log('worker', code));
    else if (process.argv[2] === 'true') process.exit(3);`;
  const run = runProgram({ source, environment: WHO });
  assert.deepStrictEqual(run.stdout.split('\n').sort(), ['', 'worker 0', 'worker 3']);
  assert.strictEqual(run.logs.length, 3);
  for (const log of run.logs.slice(1)) {
    assert.strictEqual(holdersOf(eventsOf(log))[3].by, 'held (Array, 3 elements), a global');
  }
});

for (const [name, breakIt, why] of [
  ['there is no snapshot', "require('node:v8').getHeapSnapshot = () => { throw new Error('no snapshot'); };", /no snapshot/],
  ['the heap is too large', 'process.memoryUsage = Object.assign(() => ({ heapUsed: 2 ** 40 }), { rss: () => 1 });', /1048576 MiB, and more than 256 MiB are not looked through/],
  ['there is too little memory', "require('node:os').freemem = () => 2 ** 20;", /a snapshot may need \d+ MiB, and 1 MiB are free/],
]) {
  test(`where ${name} one line says so, and the recording goes on`, { skip }, () => {
    const run = runProgram({ source: `${USE} ${breakIt} globalThis.held = make(3);`, environment: WHO });
    assert.strictEqual(run.code, 0);
    assert.match(run.stderr, /^tensorleak: who holds the survivors is not known: [^\n]*\n*$/);
    assert.match(run.stderr, why);
    assert.strictEqual(run.events.at(-1).e, 'end');
    assert.ok(!run.events.some(({ e }) => e === 'holder'));
  });
}

for (const reader of ['addon', 'log']) {
  test(`the unbounded history is named as the array that it is, by the ${reader}`, { skip: skip || toolMissing() }, (t) => {
    const file = path.join(__dirname, 'cases/unbounded-history.js');
    const run = runByTool({ file, options: ['--who'],
      environment: reader === 'log' ? { TENSORLEAK_TFJS_ADDON: '' } : {} });
    if (reader === 'addon' && run.trace === 'log') return t.skip('the addon was not built');
    const [site] = run.report.sites;
    assert.strictEqual(site.label, 'LEAK, growing');
    assert.strictEqual(site.held_by.length, 1);
    assert.match(site.held_by[0].by, /^an Array of 32 elements, /);
    assert.match(site.fix, /bound what holds them, and dispose\(\) what is taken out of it: an Array of 32 elements/);
  });
}

/** A snapshot as V8 writes it: nodes of 7 fields, edges of 3, strings with all that needs an escape. */
const STRINGS = ['<dummy>', '', 'a "quoted" \\ name', 'comma, [bracket]', 'größe \ud83d\ude00', '\\\\"', 'ends with \\'];
const SNAPSHOT = JSON.stringify({
  snapshot: {
    meta: {
      node_fields: ['type', 'name', 'id', 'self_size', 'edge_count', 'trace_node_id', 'detachedness'],
      node_types: [['hidden', 'object'], 'string', 'number', 'number', 'number', 'number', 'number'],
      edge_fields: ['type', 'name_or_index', 'to_node'],
      edge_types: [['context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak'], 'string_or_number', 'node'],
    },
    node_count: 3, edge_count: 3, trace_function_count: 0,
  },
  nodes: [0, 1, 1, 0, 2, 0, 0, 1, 2, 3, 16, 1, 0, 0, 1, 4, 5, 16, 0, 0, 0],
  edges: [1, 0, 7, 2, 3, 14, 6, 6, 14],
  trace_function_infos: [], trace_tree: [], samples: [], locations: [7, 1, 2, 3],
  strings: STRINGS,
});

function readInPieces(text, size) {
  const reader = new HeapReader();
  for (let at = 0; at < text.length; at += size) reader.add(text.slice(at, at + size));
  return reader.end();
}

test('a snapshot is read alike in pieces of any size', () => {
  for (const size of [1, 2, 3, 5, 7, 64, 1000, SNAPSHOT.length]) {
    const graph = readInPieces(SNAPSHOT, size);
    assert.deepStrictEqual(graph.strings, STRINGS, `in pieces of ${size}`);
    assert.deepStrictEqual([...graph.firstEdge], [0, 2, 3, 3]);
    assert.deepStrictEqual([...graph.target], [1, 2, 2]);
    assert.deepStrictEqual([...graph.kindOfEdge], [Edge.ELEMENT, Edge.PROPERTY, Edge.WEAK]);
    assert.strictEqual(graph.kindOf(2), 'object');
    assert.strictEqual(graph.edgeName(0), 0);
    assert.strictEqual(graph.edgeName(1), 'comma, [bracket]');
  }
});

test('a snapshot that breaks off is refused', () => {
  for (const end of [10, 400, 560, SNAPSHOT.length - 12]) {
    assert.throws(() => readInPieces(SNAPSHOT.slice(0, end), 50), /not whole/);
  }
});

