'use strict';

const NO_TASK = Object.freeze({ scope: null, outer: null });

/**
 * Watches scopes that the program opens by hand and holds open across an await. The engine has one
 * stack of scopes for all tasks, so such a scope owns, and disposes, what other tasks make meanwhile.
 *
 * A task is known by a store that the scope leaves in its asynchronous context; without such contexts
 * (a browser page) nothing is reported. Code that runs on in the very job that opened the scope counts
 * as its task: a misuse may be missed there, and is never made up.
 */
class HeldScopes {
  /**
   * @param {{enter: (store: object) => void, current: () => object|undefined}|null} tasks
   * @param {(task: () => void) => void} soon runs a task after the current one
   */
  constructor(tasks, soon) {
    this.tasks = tasks;
    this.soon = soon;
    this.count = 0;      // scopes that are open across an await at this moment
  }

  opened(scope) {
    if (this.tasks === null) return;
    scope.isOpen = true;
    this.tasks.enter({ scope, outer: this.tasks.current() || NO_TASK });
    this.soon(() => {
      if (!scope.isOpen) return;
      scope.isHeld = true;
      this.count++;
    });
  }

  closed(scope) {
    if (!scope.isOpen) return;
    scope.isOpen = false;
    if (scope.isHeld) this.count--;
  }

  /** The task that runs now, for a record that is being made. */
  current() {
    return this.tasks.current() || NO_TASK;
  }

  /** Whether a scope that ends now takes this record's tensor from another task. */
  takesFromAnother(scope, record) {
    if (!scope.isHeld || record.task === null) return false;
    return !within(record.task, scope) || !within(this.current(), scope);
  }
}

function within(task, scope) {
  for (let at = task; at !== null; at = at.outer) if (at.scope === scope) return true;
  return false;
}

module.exports = { HeldScopes };
