'use strict';

const { LeakedTensorsError, NothingObservedError, placeOfCaller } = require('./errors.cjs');
const { leaksBetween } = require('./judge.cjs');
const { Recording } = require('./recording.cjs');
const { settled } = require('./settled.cjs');
const { leaksInWords } = require('./words.cjs');

/** All of a realm's tensors are recorded, so there is one call at a time, of whatever copy of us. */
const RUNNING = Symbol.for('tensorleak.expectNoLeakedTensors');

/**
 * Runs a function several times, and fails when the last run leaves tensors behind that were not there
 * before it. The runs before are to fill caches and to load weights.
 *
 * @param {() => any} fn what is tested, synchronous or not
 * @param {object} [options]
 * @param {number} [options.warmUps]        runs before the one that is judged: 1
 * @param {boolean} [options.allowReturned] what fn returns is the caller's, and no leak: false
 * @returns {Promise<void>} rejected with what fn throws, a LeakedTensorsError, or a NothingObservedError
 *   where no run made a tensor
 */
async function expectNoLeakedTensors(fn, options = {}) {
  const fromHere = placeOfCaller(expectNoLeakedTensors);
  const { warmUps = 1, allowReturned = false } = options;
  if (typeof fn !== 'function') throw new TypeError('expectNoLeakedTensors(fn): fn is no function');
  if (!Number.isInteger(warmUps) || warmUps < 0) throw new TypeError('expectNoLeakedTensors(): warmUps is no whole number');
  if (globalThis[RUNNING]) {
    throw fromHere(new Error('expectNoLeakedTensors() runs already, and takes all tensors for those of its function: ' +
      'await each call, do not nest them, and do not use it in tests that run concurrently'));
  }
  globalThis[RUNNING] = true;
  try {
    const { blindness, leaks, returned } = await observe(fn, warmUps, allowReturned);
    if (blindness !== '') throw fromHere(new NothingObservedError(blindness));
    if (leaks.length > 0) throw fromHere(new LeakedTensorsError(leaksInWords(leaks, { warmUps, returned })));
  } finally {
    delete globalThis[RUNNING];
  }
}

async function observe(fn, warmUps, allowReturned) {
  const recording = new Recording(globalThis);
  try {
    const { table } = recording;
    const run = async () => {
      // So that each run begins in a task of its own, and their stacks are the same.
      await null;
      const result = await fn();
      await settled();
      const tensors = recording.tensorsIn(result);
      if (allowReturned) for (const id of tensors) table.free(id);
      return tensors;
    };
    for (let count = 0; count < warmUps; count++) await run();
    recording.settle();
    const before = table.moment();
    const earlier = table.survivors();
    const { newest } = recording;
    const returned = (await run()).filter((id) => id > newest);
    recording.settle();
    const leaks = leaksBetween(earlier, table.survivors(), table.survivors(before));
    return { blindness: blindnessOf(recording), leaks, returned: returned.length };
  } finally {
    recording.end();
  }
}

/** Why nothing can be said, or ''. */
function blindnessOf({ stopped, engines, table }) {
  if (stopped !== '' || table.moment() > 0) return stopped;
  const what = engines === 0 ? 'there is no TensorFlow.js of version 0.11 or later in it' : 'no run of fn made a tensor with TensorFlow.js';
  return `nothing observed: ${what}, so whether fn leaks is not known`;
}

module.exports = { expectNoLeakedTensors };
