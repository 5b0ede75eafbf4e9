'use strict';

// Calls expectNoLeakedTensors() in many ways and prints what came of each, as JSON: for expect.test.cjs.

const { expectNoLeakedTensors } = require('../../npm/index.cjs');

/** The library comes with the first function that needs it, as a test may import it late. */
const tf = new Proxy({}, { get: (_, name) => require('@tensorflow/tfjs')[name] });
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const held = {};

function forgets() {
  tf.ones([2, 3]);
}

const CASES = {
  // First, as it is the one that finds no library yet.
  'nothing at all': () => expectNoLeakedTensors(() => {}),
  'forgets two': () => expectNoLeakedTensors(() => { forgets(); tf.ones([4]).square().dispose(); }),
  'disposes': () => expectNoLeakedTensors(() => { tf.ones([4]).dispose(); }),
  'forgets behind an await': () => expectNoLeakedTensors(async function later() {
    tf.ones([4]).dispose();
    await pause(3);
    tf.ones([5]);
  }),
  'forgets when it has returned': () => expectNoLeakedTensors(() => { Promise.resolve().then(() => tf.ones([6])); }),
  'fills a cache': () => expectNoLeakedTensors(() => {
    if (!held.weights) held.weights = tf.ones([7]);
    held.weights.square().dispose();
  }),
  'replaces the newest': () => expectNoLeakedTensors(() => {
    if (held.newest) held.newest.dispose();
    held.newest = tf.ones([8]);
  }),
  'replaces it on another line': () => expectNoLeakedTensors(() => {
    if (!held.other) {
      held.other = tf.ones([9]);
    } else {
      held.other.dispose();
      held.other = tf.ones([9]);
    }
  }),
  'replaces it in another shape': () => expectNoLeakedTensors(() => {
    const length = held.growing ? held.growing.shape[0] + 1 : 1;
    if (held.growing) held.growing.dispose();
    held.growing = tf.ones([length]);
  }),
  'replaces one and forgets one': () => expectNoLeakedTensors(() => {
    if (held.last) held.last.dispose();
    held.last = tf.ones([10]);
    tf.ones([10]);
  }),
  'assigns': () => expectNoLeakedTensors(() => {
    if (!held.variable) held.variable = tf.tidy(() => tf.variable(tf.zeros([3])));
    const next = tf.ones([3]);
    held.variable.assign(next);
    next.dispose();
  }),
  'keeps out of a tidy': () => expectNoLeakedTensors(() => { tf.tidy(() => { tf.keep(tf.ones([3]).square()); }); }),
  'returns from a tidy': () => expectNoLeakedTensors(() => { tf.tidy(() => tf.ones([3]).square()); }),
  'forgets an alias': () => expectNoLeakedTensors(() => {
    if (!held.base) held.base = tf.ones([12]);
    held.base.reshape([3, 4]);
  }),
  'returns one': () => expectNoLeakedTensors(() => tf.ones([11])),
  'returns them allowed': () => expectNoLeakedTensors(async () => ({ all: [tf.ones([11]), tf.ones([2])] }), { allowReturned: true }),
  'returns one of two allowed': () => expectNoLeakedTensors(() => { tf.ones([2]); return tf.ones([11]); }, { allowReturned: true }),
  'fills in three runs': () => expectNoLeakedTensors(() => {
    held.ring = held.ring || [];
    if (held.ring.push(tf.ones([13])) > 3) held.ring.shift().dispose();
  }, { warmUps: 3 }),
  'makes variables': () => expectNoLeakedTensors(() => { tf.tidy(() => { tf.variable(tf.zeros([3])); }); }),
  'throws': () => expectNoLeakedTensors(() => { tf.ones([3]); throw new Error('of its own'); }),
  'in itself': () => expectNoLeakedTensors(() => expectNoLeakedTensors(() => { tf.ones([3]); })),
  'at once': async () => {
    const first = expectNoLeakedTensors(() => { tf.ones([3]).dispose(); });
    const [second] = await Promise.allSettled([expectNoLeakedTensors(() => {})]);
    await first;
    throw second.reason;
  },
  'disposes after all that': () => expectNoLeakedTensors(() => { tf.ones([4]).dispose(); }),
  'no function': () => expectNoLeakedTensors(),
};

async function main() {
  const outcomes = {};
  for (const [name, act] of Object.entries(CASES)) {
    try {
      const value = await act();
      outcomes[name] = { value };
    } catch (error) {
      outcomes[name] = { name: error.name, message: error.message, stack: error.stack };
    }
    await pause(1);
  }
  console.log(JSON.stringify({ outcomes, traces: traces() }));
}

/** Whatever of us can be seen between two calls. */
function traces() {
  const engine = globalThis._tfengine || (globalThis.ENV || process.ENV).globalEngine;
  const methods = [engine, tf.Tensor.prototype].flatMap((holder) => Object.getOwnPropertyNames(holder)
    .filter((name) => /guard/.test(Object.getOwnPropertyDescriptor(holder, name).value)));
  const accessors = [globalThis, process].flatMap((holder) => ['_tfengine', 'ENV', 'tensorleak']
    .filter((name) => (Object.getOwnPropertyDescriptor(holder, name) || {}).get));
  return [...methods, ...accessors];
}

main();
