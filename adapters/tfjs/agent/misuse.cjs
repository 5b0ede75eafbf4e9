'use strict';

/** No more stacks are captured for one kind of misuse than this; the others are told with its last. */
const MOST_STACKS = 1000;

const WORDS = Object.freeze({
  'tidy-async': 'tidy() was given an async function: what it made before its first await is disposed ' +
    'at once, what it makes later belongs to no scope; await first, then tidy() the synchronous part',
  'scope-across-await': 'a scope was held open across an await and disposed tensors of other tasks; ' +
    'close it before the await, or dispose() of each tensor by hand',
  'double-dispose': 'dispose() of a tensor that is disposed already; the first call may have taken ' +
    'it from somebody who still needs it',
  'use-after-dispose': 'a tensor is read after its dispose()',
});

/** Reports each misuse, so that the reader can count them. */
class Misuses {
  constructor(session) {
    this.session = session;
    this.kinds = new Map();
  }

  /** @param {keyof typeof WORDS} kind */
  report(kind) {
    const { session } = this;
    if (!session.isOpen) return;
    let known = this.kinds.get(kind);
    if (known === undefined) {
      known = { kind: session.text(kind), words: session.text(WORDS[kind]), stack: 0, stacks: 0 };
      this.kinds.set(kind, known);
    }
    if (known.stacks < MOST_STACKS) {
      known.stacks++;
      known.stack = session.stacks.here();
    }
    session.sink.misuse(known.kind, known.words, known.stack);
  }
}

module.exports = { Misuses };
