'use strict';

// Growth per frame while the program runs, for people who look on. It is found fast and told early, by
// simpler rules than those of reports/analysis, whose verdict on the recording is the one that counts.

/** Frames before anything is said: three to settle in, three to grow in. */
const FEWEST_FRAMES = 6;
/** No longer cycle is looked for. */
const LONGEST_PERIOD = 12;
/** Settled frames from which a growth that does not repeat is looked at by its floor. */
const FRAMES_FOR_A_TREND = 12;

/**
 * @typedef {object} Rate  so many in each `frames` frames
 * @property {number} count  a whole number where `isExact`
 * @property {number} frames
 * @property {boolean} isExact it repeats; else it is a slope
 */

/**
 * Whether a population grows, by its values at consecutive marks; the second half is the settled part.
 * Growth is what repeats there with some period (+1, +2, -1 is +2 in 3 frames), or a floor that rises.
 * @param {number[]} values
 * @returns {{state: 'growing'|'steady'|'undecided', needed: number, span: Span|null}}
 *   needed: more frames that would settle it
 *
 * @typedef {object} Span the frames that a rate is taken over, as places in `values`
 * @property {number} first
 * @property {number} last
 * @property {number} period 0 where it does not repeat
 */
function growthOf(values) {
  const last = values.length - 1;
  if (last < FEWEST_FRAMES) return answer('undecided', FEWEST_FRAMES - Math.max(last, 0));
  const middle = last >> 1;
  const period = periodOf(values, middle);
  if (period > 0) {
    const first = last - period * Math.floor((last - middle) / period);
    return values[last] > values[first] ? answer('growing', 0, { first, last, period }) : answer('steady');
  }
  if (values[last] <= values[middle]) return answer('steady');
  if (last - middle < FRAMES_FOR_A_TREND) return answer('undecided', 2 * FRAMES_FOR_A_TREND - last);
  return risingFloor(values, middle, last);
}

function answer(state, needed = 0, span = null) {
  return { state, needed, span };
}

/** @returns {number} frames after which the steps since `middle` repeat, three times at least; 0: they do not */
function periodOf(values, middle) {
  const last = values.length - 1;
  const step = (at) => values[at] - values[at - 1];
  const most = Math.min(LONGEST_PERIOD, Math.floor((last - middle) / 3));
  for (let period = 1; period <= most; period++) {
    let at = middle + 1 + period;
    while (at <= last && step(at) === step(at - period)) at++;
    if (at > last) return period;
  }
  return 0;
}

/** What garbage collection and caches add comes and goes; the minima of four parts rise with a leak. */
function risingFloor(values, middle, last) {
  const floors = [];
  for (let part = 0; part < 4; part++) {
    const begin = middle + Math.floor(((last - middle) * part) / 4);
    const end = middle + Math.floor(((last - middle) * (part + 1)) / 4);
    let lowest = begin + 1;
    for (let at = begin + 1; at <= end; at++) if (values[at] < values[lowest]) lowest = at;
    floors.push(lowest);
  }
  const steps = [1, 2, 3].map((part) => values[floors[part]] - values[floors[part - 1]]);
  const rises = steps.filter((step) => step > 0).length;
  if (rises < 2 || steps.some((step) => step < 0)) return answer('steady');
  return answer('growing', 0, { first: floors[0], last: floors[3], period: 0 });
}

/** @param {number[]} values @param {Span} span @returns {Rate} */
function rateOver(values, { first, last, period }) {
  const more = values[last] - values[first];
  if (period === 0) return { count: more / (last - first), frames: 1, isExact: false };
  return reduced(more, last - first);
}

function reduced(count, frames) {
  const divisor = greatestDivisor(Math.abs(count), frames);
  return { count: count / divisor, frames: frames / divisor, isExact: true };
}

function greatestDivisor(a, b) {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** @param {Rate[]} rates @returns {Rate} their sum; exact if all are */
function sumOf(rates) {
  let sum = { count: 0, frames: 1, isExact: true };
  for (const rate of rates) {
    if (sum.isExact && rate.isExact) {
      sum = reduced(sum.count * rate.frames + rate.count * sum.frames, sum.frames * rate.frames);
    } else {
      sum = { count: sum.count / sum.frames + rate.count / rate.frames, frames: 1, isExact: false };
    }
  }
  return sum;
}

module.exports = { growthOf, rateOver, sumOf, FEWEST_FRAMES };
