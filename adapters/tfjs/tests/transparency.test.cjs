'use strict';

// A program runs under the agent as it runs without: output, exit code, errors, promises.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, eventsOf, missing } = require('./support/program.cjs');

const skip = missing('tfjs-4.22');
const USE = 'const tf = require("@tensorflow/tfjs"); tf.ones([2]).square();';

/** Runs the same program with the agent and without; they must not differ. @returns {object} with it */
function assertSame(source, options = {}) {
  const watched = runProgram({ source, ...options });
  const alone = runProgram({ source, agent: false, ...options });
  const words = (run) => ({
    code: run.code,
    signal: run.signal,
    stdout: run.stdout,
    stderr: run.stderr.replaceAll(run.folder, 'FOLDER'),
  });
  assert.deepStrictEqual(words(watched), words(alone));
  return watched;
}

function assertWhole(run, tensors = 1) {
  const kinds = run.events.map(({ e }) => e);
  assert.strictEqual(kinds[0], 'header');
  assert.strictEqual(kinds.at(-1), 'end');
  assert.ok(kinds.filter((kind) => kind === 'alloc').length >= tensors, kinds.join());
}

test('output and exit code', { skip }, () => {
  const run = assertSame(`${USE} console.log('out'); process.exitCode = 7;`);
  assert.strictEqual(run.code, 7);
  assertWhole(run);
});

test('process.exit() in the middle', { skip }, () => {
  const run = assertSame(`${USE} setTimeout(() => process.exit(3), 20); setInterval(() => tf.ones([1]), 5);`);
  assert.strictEqual(run.code, 3);
  assertWhole(run);
});

test('an uncaught exception', { skip }, () => {
  const run = assertSame(`${USE} function bad() { throw new Error('bad'); } bad();`);
  assert.strictEqual(run.code, 1);
  assertWhole(run);
});

test('an unhandled rejection', { skip }, () => {
  const run = assertSame(`${USE} (async () => { await null; tf.zeros([2]); throw new Error('rejected'); })();`);
  assert.strictEqual(run.code, 1);
  assertWhole(run);
});

test('errors of the library, and their messages', { skip }, () => {
  assertSame(`${USE}
    const attempts = [() => tf.matMul(tf.ones([1, 2]), tf.ones([3, 4])), () => tf.tidy(), () => tf.tensor([1], [2]),
      () => tf.engine().endScope(), () => tf.tidy(() => { throw new TypeError('mine'); }),
      () => { const x = tf.ones([1]); x.dispose(); x.dataSync(); }];
    for (const attempt of attempts) try { attempt(); } catch (error) { console.log(error.name, error.message); }`);
});

test('prepareStackTrace and stackTraceLimit of the program', { skip }, () => {
  assertSame(`
    Error.stackTraceLimit = 3;
    Error.prepareStackTrace = (error, sites) => sites.length + ' sites of ' + error.message;
    ${USE}
    console.log(new Error('x').stack, Error.stackTraceLimit, Error.prepareStackTrace.toString());
    console.log(JSON.stringify(Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')));
    delete Error.prepareStackTrace;
    tf.zeros([3]);
    console.log('prepareStackTrace' in Error, new Error('y').stack.split('\\n').length);`);
});

test('names, lengths and enumeration of what is hooked', { skip }, () => {
  assertSame(`${USE}
    const e = tf.engine();
    for (const name of ['tidy', 'startScope', 'endScope', 'disposeTensor', 'runKernelFunc', 'keep', 'makeTensor'])
      console.log(name, e[name].name, e[name].length);
    console.log(Object.keys(e).join(), Object.keys(globalThis).includes('_tfengine'), globalThis._tfengine === e);
    const x = tf.ones([1]);
    console.log(Object.keys(x).join(), JSON.stringify(x));`);
});

test('no global is seen before the library makes it', { skip }, () => {
  assertSame('console.log(Object.keys(globalThis).join(), typeof _tfengine, Object.keys(process).includes("ENV"));');
});

test('order of promises and timers', { skip }, () => {
  assertSame(`${USE}
    const order = [];
    setTimeout(() => { order.push('timeout'); console.log(order.join()); }, 30);
    setImmediate(() => order.push('immediate'));
    process.nextTick(() => order.push('tick'));
    Promise.resolve().then(() => { tf.ones([1]); order.push('promise'); }).then(() => order.push('second'));
    queueMicrotask(() => order.push('microtask'));
    tf.ones([3]); order.push('now');`);
});

test('dispose in an exit listener is seen', { skip }, () => {
  const run = assertSame(`${USE} const last = tf.zeros([77]);
    process.on('exit', () => { last.dispose(); console.log('listener'); });`);
  assertWhole(run);
  assert.ok(run.events.some(({ e, why }) => e === 'free' && why === 'dispose'));
});

test('a program without tfjs leaves no log', () => {
  const run = assertSame('globalThis.tensorleak?.frame(); console.log(1);');
  assert.deepStrictEqual(run.logs, []);
});

test('a program that makes no tensor leaves a log without any', { skip }, () => {
  const run = assertSame('require("@tensorflow/tfjs"); console.log(1);');
  assert.deepStrictEqual(run.events.map(({ e }) => e), ['header', 'counter', 'end']);
});

test('without a transport there is no agent', { skip }, () => {
  const run = runProgram({ source: `${USE} console.log(typeof tensorleak, tf.engine().hasOwnProperty('keep'));`,
    environment: { TENSORLEAK_TFJS_LOG: '' } });
  assert.strictEqual(run.stdout, 'undefined false\n');
});

test('an addon that does not load gives way to the log', { skip }, () => {
  const run = runProgram({ source: `${USE} console.log(1);`,
    environment: { TENSORLEAK_TFJS_ADDON: path.join(__dirname, 'no-such.node') } });
  assert.strictEqual(run.stdout, '1\n');
  assertWhole(run);
});

test('modules of ECMAScript', { skip }, () => {
  const run = runProgram({ extension: '.mjs', source: `
    import * as tf from '@tensorflow/tfjs';
    await null;
    globalThis.tensorleak?.frame();
    function inModule() { tf.ones([2]); }
    inModule();
    console.log('module');` });
  assert.strictEqual(run.stdout, 'module\n');
  assertWhole(run);
  const frames = run.events.filter(({ e }) => e === 'stack').flatMap((stack) => stack.frames);
  assert.ok(frames.some(({ fn, file }) => fn === 'inModule' && file === 'program.mjs'), JSON.stringify(frames));
});

test('worker threads write logs of their own', { skip }, () => {
  const run = assertSame(`
    const { Worker, isMainThread } = require('node:worker_threads');
    ${USE}
    if (isMainThread) new Worker(__filename).on('exit', (code) => console.log('worker', code));
    else tf.ones([5]);`);
  assertWhole(run);
  assert.strictEqual(run.logs.length, 2);
  const worker = eventsOf(run.logs[1]);
  assert.strictEqual(worker.at(-1).e, 'end');
  assert.ok(worker.some(({ shape }) => `${shape}` === '5'));
});

test('child processes write logs of their own', { skip }, () => {
  const run = assertSame(`
    const { fork } = require('node:child_process');
    ${USE}
    if (process.argv[2] !== 'child') {
      const child = fork(__filename, ['child'], { stdio: 'inherit' });
      child.on('message', (message) => console.log('message', message));
      child.on('exit', (code) => console.log('child', code));
    } else { tf.ones([5]); process.send('hello', () => process.disconnect()); }`);
  assertWhole(run);
  assert.strictEqual(run.logs.length, 2);
  assert.ok(eventsOf(run.logs[1]).some(({ shape }) => `${shape}` === '5'));
});

test('%p and %t in the name of the log', { skip }, () => {
  const run = runProgram({ source: USE, environment: { TENSORLEAK_TFJS_LOG: 'tensors.jsonl.%p.%t' } });
  assert.strictEqual(run.logs.length, 1);
  assert.match(run.logs[0], /tensors\.jsonl\.\d+\.0$/);
});

test('a log that cannot be written ends the recording with one line, and nothing else', { skip }, () => {
  const source = `${USE} for (let i = 0; i < 3; i++) tf.ones([2]); console.log(tf.memory().numTensors); process.exitCode = 5;`;
  const run = runProgram({ source, environment: { TENSORLEAK_TFJS_LOG: '/no/such/folder/log' } });
  assert.strictEqual(run.stdout, '5\n');
  assert.strictEqual(run.code, 5);
  assert.match(run.stderr, /^tensorleak: the tfjs agent stops recording: [^\n]*\n*$/);
});

test('a full disk ends the recording with one line', { skip: skip || !fs.existsSync('/dev/full') }, () => {
  const run = runProgram({ source: `${USE} console.log('on');`, environment: { TENSORLEAK_TFJS_LOG: '/dev/full' } });
  assert.strictEqual(run.stdout, 'on\n');
  assert.strictEqual(run.code, 0);
  assert.match(run.stderr, /stops recording: .*ENOSPC/);
});

test('a reader that goes away ends the recording with one line', { skip }, () => {
  const run = runProgram({ source: `
    const { spawnSync } = require('node:child_process');
    const inner = \`${USE} for (let i = 0; i < 20000; i++) tf.ones([2]).dispose(); console.error('done');\`;
    const run = spawnSync('sh', ['-c', 'TENSORLEAK_TFJS_LOG=4 "$0" -e "$1" 4>&1 >/dev/null | head -c 10 >/dev/null', process.execPath, inner], { encoding: 'utf8' });
    console.log(run.stderr.includes('done'), /stops recording: .*EPIPE/.test(run.stderr), run.stderr.match(/tensorleak:/g).length);`,
    environment: { TENSORLEAK_TFJS_LOG: 'outer' } });
  assert.strictEqual(run.stdout, 'true true 1\n', run.stderr);
});

test('what the agent throws does not reach the program', { skip }, () => {
  const run = runProgram({ source: `
    ${USE}
    globalThis._tfengine.state.tensorInfo.get = () => { throw new Error('within'); };
    try { tf.tensor(['text']); } catch (error) { console.log('library:', error.message); }
    delete globalThis._tfengine.state.tensorInfo.get;
    globalThis.tensorleak.frame({ toString() { throw new Error('lane'); } });
    tf.ones([1]); console.log('on');` });
  assert.match(run.stdout, /on\n$/);
  assert.strictEqual(run.code, 0);
});
