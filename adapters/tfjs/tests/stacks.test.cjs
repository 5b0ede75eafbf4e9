'use strict';

// Which tensors get a stack, and what the stack says.

const assert = require('node:assert');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');

const skip = missing('tfjs-4.22');

/** Of each frame the stacks (0: none) of the tensors of a shape that were made in it. */
function stacksByFrame(events, shape) {
  const frames = [[]];
  for (const event of events) {
    if (event.e === 'frame') frames.push([]);
    if (event.e === 'alloc' && `${event.shape}` === `${shape}`) frames.at(-1).push(event.stack || 0);
  }
  return frames;
}

const LATE = `
  const tf = require('@tensorflow/tfjs');
  const held = [];
  for (let i = 0; i < 30; i++) {
    globalThis.tensorleak.frame();
    tf.ones([3]).dispose();
    const x = tf.ones([5]);
    if (i < 20) x.dispose(); else held.push(x);
  }`;

test('adaptive: all in the first three frames, then those of sites with survivors', { skip }, () => {
  const { events } = runProgram({ source: LATE });
  const short = stacksByFrame(events, [3]);
  const late = stacksByFrame(events, [5]);
  for (const frame of [1, 2, 3]) assert.ok(short[frame][0] > 0 && late[frame][0] > 0);
  assert.ok(short.slice(4).every(([stack]) => stack === 0));
  assert.ok(late.slice(4, 22).every(([stack]) => stack === 0));
  assert.ok(late.slice(22).every(([stack]) => stack > 0), JSON.stringify(late));
});

test('adaptive without frames: survivors get stacks after the warm-up', { skip }, () => {
  const { events } = runProgram({ source: `
    const tf = require('@tensorflow/tfjs');
    const held = [];
    for (let i = 0; i < 21000; i++) tf.ones([3]).dispose();
    for (let i = 0; i < 200; i++) { held.push(tf.ones([5])); tf.ones([3]).dispose(); }` });
  const [made] = stacksByFrame(events, [5]);
  assert.ok(made[0] > 0, 'the first of a site has a stack');
  assert.ok(made.slice(100).every((stack) => stack > 0));
  const [short] = stacksByFrame(events, [3]);
  assert.ok(short.slice(-200).every((stack) => stack === 0));
});

test('all and none', { skip }, () => {
  const count = (stacks) => stacksByFrame(runProgram({ source: LATE, stacks }).events, [3]).flat();
  assert.ok(count('all').every((stack) => stack > 0));
  assert.ok(count('none').every((stack) => stack === 0));
});

test('stacks reach the program from deep within the library, and have no frames of ours', { skip }, () => {
  const { events } = runProgram({ source: `
    const tf = require('@tensorflow/tfjs');
    async function deep() {
      await null;
      const model = tf.sequential({ layers: [tf.layers.dense({ units: 2, inputShape: [2] })] });
      model.predict(tf.ones([4, 2]));
      tf.variableGrads(() => model.predict(tf.ones([1, 2])).square().sum());
    }
    (async function outer() { await deep(); })();` });
  const stacks = events.filter(({ e }) => e === 'stack').map(({ frames }) => frames);
  const longest = Math.max(...stacks.map((frames) => frames.findIndex(({ file }) => file === 'program.js')));
  assert.ok(longest > 20, `${longest} frames above the program`);
  for (const frames of stacks) {
    const names = frames.map(({ fn }) => fn);
    assert.ok(names.includes('deep') && names.includes('async outer'), names.join());
    assert.ok(frames.every(({ file }) => !/adapters\/tfjs\/(agent|node)\//.test(file || '')));
  }
});

test('code of eval stands where eval was called, data URLs are told apart in short', { skip }, () => {
  const { events } = runProgram({ source: `
    const tf = require('@tensorflow/tfjs');
    function caller() { eval('tf.ones([3])'); }
    caller();
    globalThis.tf = tf;
    const script = 'export default function fromData() { tf.ones([5]); }' + '/'.repeat(9) + 'x'.repeat(99999);
    import('data:text/javascript,' + script).then((module) => module.default());` });
  const frames = events.filter(({ e }) => e === 'stack').flatMap((stack) => stack.frames);
  assert.ok(frames.some(({ fn, file, line }) => fn === 'eval' && file === 'program.js' && line === 3));
  const fromData = frames.find(({ fn }) => fn === 'fromData');
  assert.match(fromData.file, /^data:text\/javascript,[0-9a-f]+$/);
});
