'use strict';

// expectNoLeakedTensors(), by itself: what it calls a leak, and how it says so.

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');

const PROGRAM = path.join(__dirname, 'support/expectations.cjs');
const CLEAN = ['disposes', 'fills a cache', 'replaces the newest', 'replaces it on another line',
  'replaces it in another shape', 'assigns', 'returns them allowed', 'fills in three runs', 'disposes after all that'];

for (const packages of ['tfjs-0.11', 'tfjs-0.15', 'tfjs-1.1', 'tfjs-1.7', 'tfjs-3.0', 'tfjs-4.22']) {
  test(`expectNoLeakedTensors() with ${packages}`, { skip: missing(packages) }, async (t) => {
    const { code, stdout, stderr } = runProgram({ file: PROGRAM, packages, agent: false });
    assert.strictEqual(code, 0, stderr);
    const { outcomes, traces } = JSON.parse(stdout);
    const told = (name) => outcomes[name].message;

    await t.test('what is disposed, cached or replaced is no leak', () => {
      for (const name of CLEAN) assert.deepStrictEqual(outcomes[name], {}, `${name}: ${told(name)}`);
    });
    await t.test('what is forgotten is told with its line and what to do', () => {
      const [headline, what, where, fix] = told('forgets two').split('\n');
      assert.strictEqual(headline, '2 tensors, 40 B leaked by the second run of fn');
      assert.match(what, /^1 {2}1 tensor, 24 B {3}float32 \[2,3\] {3}\w+$/);
      assert.match(where, /^ {3}▸ forgets {3}.*support\/expectations\.cjs:13:\d+$/);
      assert.match(fix, /^ {5}fix: dispose\(\) it after its last use, or wrap the work in tidy\(\);/);
    });
    await t.test('also behind an await, and when fn has returned', () => {
      assert.match(told('forgets behind an await'), /^1 tensor, 20 B [^]* {3}▸ (async )?later {3}/);
      assert.match(told('forgets when it has returned'), /^1 tensor, 24 B /);
    });
    await t.test('what replaces another does not hide what is forgotten', () => {
      assert.match(told('replaces one and forgets one'), /^1 tensor, 40 B /);
    });
    await t.test('a cause is told by what was done with the tensor', () => {
      assert.match(told('keeps out of a tidy'), /fix: dispose\(\) what keep\(\) exempted/);
      assert.match(told('returns from a tidy'), / in tidy\n.*fix: .* or widen the tidy\(\)/);
      assert.match(told('makes variables'), /fix: make the variable once/);
    });
    await t.test('an alias of what is held leaks a tensor and no bytes', () => {
      assert.match(told('forgets an alias'), /^1 tensor, 0 B leaked/);
    });
    await t.test('what fn returns is told to be returned, or allowed', () => {
      assert.match(told('returns one'), /^1 tensor, 44 B [^]*\nfn returned 1 tensor: dispose\(\) what it returns/);
      assert.match(told('returns one of two allowed'), /^1 tensor, 8 B /);
    });
    await t.test('nothing observed is no success', () => {
      assert.strictEqual(outcomes['nothing at all'].name, 'NothingObservedError');
    });
    await t.test('what fn throws is passed on', () => {
      assert.strictEqual(told('throws'), 'of its own');
    });
    await t.test('two calls at a time are refused', () => {
      for (const name of ['in itself', 'at once']) assert.match(told(name), /^expectNoLeakedTensors\(\) runs already/);
    });
    await t.test('the error is an error of the line that called', () => {
      const { name, stack } = outcomes['forgets two'];
      assert.strictEqual(name, 'LeakedTensorsError');
      assert.match(stack, /^LeakedTensorsError: 2 tensors[^]*?\n {4}at .*forgets two.*expectations\.cjs:19:/);
    });
    await t.test('between two calls nothing of it is left', () => {
      assert.deepStrictEqual(traces, []);
    });
  });
}

test('a program that plays a page, with a window of its own', { skip: missing('tfjs-4.22') }, () => {
  const { code, stdout } = runProgram({
    agent: false,
    source: `
      globalThis.window = {};
      const { expectNoLeakedTensors } = require(${JSON.stringify(path.join(__dirname, '../npm/index.cjs'))});
      const tf = require('@tensorflow/tfjs');
      expectNoLeakedTensors(() => { tf.ones([2]); }).catch((error) => console.log(error.message));`,
  });
  assert.strictEqual(code, 0);
  assert.match(stdout, /^1 tensor, 8 B leaked/);
});
