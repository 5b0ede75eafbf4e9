'use strict';

/** How the line begins that tells it. */
const STOPS = 'tensorleak: the tfjs agent stops recording';

/**
 * Stands between the agent and the program. Every hook runs its own part only while `on` is true,
 * and hands whatever it throws to `fail`, which turns all hooks off for good. The program's calls
 * go on as if there were no agent.
 */
class Guard {
  /**
   * @param {(line: string) => void} tell prints one line for people; may throw
   * @param {() => void} leave is called when recording ends that way; may throw
   */
  constructor(tell, leave) {
    this.on = true;
    this.tell = tell;
    this.leave = leave;
    this.removals = [];
  }

  /** @param {() => void} remove takes out again what was put into the program; may throw */
  placed(remove) {
    this.removals.push(remove);
  }

  /** Turns all hooks off, and takes them out of the program, the last one first. */
  withdraw() {
    this.on = false;
    while (this.removals.length > 0) {
      try { this.removals.pop()(); } catch { /* Inert is enough. */ }
    }
  }

  /** @param {unknown} error what one of our own functions threw */
  fail(error) {
    if (!this.on) return;
    this.on = false;
    try {
      const why = error instanceof Error ? error.message : String(error);
      this.tell(`${STOPS}: ${why}`);
    } catch {
      // Nobody is left to be told.
    }
    try { this.leave(); } catch { /* What was not sent yet stays here. */ }
  }
}

module.exports = { Guard, STOPS };
