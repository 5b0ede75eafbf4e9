'use strict';

// A call into an addon costs several times as much as writing down what it says. So what there is much of
// is written as numbers into memory that the sink shares with us, and taken over from there:
//
//   word 0   how many words are written, this one included
//   head     code + 256 × detail, and behind it:
//     1  alloc        detail: flags                    id, buffer, bytes, kind, stack
//     2  free         detail: why                      id
//     3  use          detail: operation                id
//     4  flag         detail: flag + 256 × value       id
//     5  scope begin  detail: name
//     6  scope end
//     7  time                                          milliseconds, of the events that follow
//
// addon/batch.cpp reads it, also when a worker is cut off in the middle.

const CODES = 256;
const [ALLOC, FREE, USE, FLAG, SCOPE_BEGIN, SCOPE_END, TIME] = [1, 2, 3, 4, 5, 6, 7];

const LONGEST = 8;                    // words of an event with its time
const EVENTS_PER_CLOCK = 16;          // reading the clock costs as much as several events
const TAKE_MILLISECONDS = 1000;       // a busy program that is killed loses no more than this

/** In front of a sink that has shared memory, with the same methods. */
class Batch {
  /**
   * @param {object} sink with take(now), which takes over what is written
   * @param {Float64Array} words its memory
   * @param {() => number} now milliseconds, never going back
   */
  constructor(sink, words, now) {
    this.sink = sink;
    this.words = words;
    this.now = now;
    this.limit = words.length - LONGEST;
    this.end = 1;
    this.untilClock = 0;
    this.taken = 0;
  }

  alloc(id, buffer, bytes, kind, stack, flags) {
    if (--this.untilClock < 0) this.readClock();
    const { words, end } = this;
    words[end] = ALLOC + CODES * flags;
    words[end + 1] = id;
    words[end + 2] = buffer;
    words[end + 3] = bytes;
    words[end + 4] = kind;
    words[end + 5] = stack;
    this.wrote(end + 6);
  }

  free(id, why) {
    this.short(FREE + CODES * why, id);
  }

  use(id, op) {
    this.short(USE + CODES * op, id);
  }

  flag(id, flag, value) {
    this.short(FLAG + CODES * (flag + CODES * value), id);
  }

  scopeBegin(name) {
    this.bare(SCOPE_BEGIN + CODES * name);
  }

  scopeEnd() {
    this.bare(SCOPE_END);
  }

  open(opening) {
    this.sink.open(opening);
  }

  // Numbers for later events: nothing has to be told before.
  text(text) {
    return this.sink.text(text);
  }

  kind(op, dtype, shape) {
    return this.sink.kind(op, dtype, shape);
  }

  stack(frames) {
    return this.sink.stack(frames);
  }

  short(head, id) {
    if (--this.untilClock < 0) this.readClock();
    const { words, end } = this;
    words[end] = head;
    words[end + 1] = id;
    this.wrote(end + 2);
  }

  bare(head) {
    if (--this.untilClock < 0) this.readClock();
    const { words, end } = this;
    words[end] = head;
    this.wrote(end + 1);
  }

  wrote(end) {
    this.end = this.words[0] = end;
    if (end > this.limit) this.take(this.now());
  }

  readClock() {
    const now = this.now();
    if (now - this.taken >= TAKE_MILLISECONDS) this.take(now);
    this.untilClock = EVENTS_PER_CLOCK - 1;
    this.words[this.end] = TIME;
    this.words[this.end + 1] = now;
    this.end = this.words[0] = this.end + 2;
  }

  take(now) {
    this.sink.take(now);
    this.taken = now;
    this.end = 1;
    this.untilClock = 0;
  }
}

/** Seldom, and in order with the rest. */
const SELDOM = ['assign', 'name', 'lost', 'holder', 'frame', 'resource', 'counter', 'misuse', 'flush', 'close'];
for (const name of SELDOM) {
  Batch.prototype[name] = function (...given) {
    if (this.end > 1) this.take(this.now());
    this.sink[name](...given);
  };
}

/** @returns {object} a sink that collects for `sink`; itself where it has no memory to share */
function batched(sink, now) {
  const memory = typeof sink.batch === 'function' ? sink.batch() : undefined;
  return memory instanceof ArrayBuffer ? new Batch(sink, new Float64Array(memory), now) : sink;
}

module.exports = { batched };
