'use strict';

/** Kinds of resources that stay when a program has nothing left to do: its standard streams. */
const IDLE = new Set(['PipeWrap', 'TTYWrap', 'WriteWrap', 'ShutdownWrap']);

/**
 * Whether the program still waits for something: a timer, a file, a connection. The answer is asked for
 * often within one task, and worked out once in each.
 */
class Busy {
  constructor() {
    this.answer = null;
    this.forget = () => { this.answer = null; };
  }

  get now() {
    if (this.answer === null) {
      this.answer = isBusy();
      queueMicrotask(this.forget);
    }
    return this.answer;
  }
}

function isBusy() {
  if (typeof process.getActiveResourcesInfo !== 'function') return true;
  return process.getActiveResourcesInfo().some((kind) => !IDLE.has(kind));
}

module.exports = { Busy };
