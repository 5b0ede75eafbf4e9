'use strict';

/** No more stacks are captured for one kind of misuse than this. */
const MOST_OF_A_KIND = 1000;

const WORDS = Object.freeze({
  'tidy-async': 'tidy() was given an async function: what it made before its first await is disposed ' +
    'at once, what it makes later belongs to no scope; await first, then tidy() the synchronous part',
  'scope-across-await': 'a scope was held open across an await and disposed tensors of other tasks; ' +
    'close it before the await, or dispose() of each tensor by hand',
  'double-dispose': 'dispose() of a tensor that is disposed already; the first call may have taken ' +
    'it from somebody who still needs it',
  'use-after-dispose': 'a tensor is read after its dispose()',
});

/** Reports each misuse once for each stack that commits it. */
class Misuses {
  constructor(session) {
    this.session = session;
    this.told = new Set();
    this.counts = new Map();
  }

  /** @param {keyof typeof WORDS} kind */
  report(kind) {
    const session = this.session;
    const count = (this.counts.get(kind) || 0) + 1;
    this.counts.set(kind, count);
    if (!session.isOpen || count > MOST_OF_A_KIND) return;
    const stack = session.stacks.here();
    const key = `${kind}:${stack}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    session.sink.misuse(session.text(kind), session.text(WORDS[kind]), stack);
  }
}

module.exports = { Misuses };
