'use strict';

const { hook } = require('./hooks.cjs');

/**
 * Hooks the classes Tensor and Variable, which nobody hands us: they are reached from the first tensor
 * of each. assign() is where a variable gets another buffer; the rest finds misuses.
 */
class Prototypes {
  constructor(guard, misuses) {
    this.guard = guard;
    this.misuses = misuses;
    this.last = null;
    this.known = new Set();
  }

  watch(tensor, tracker) {
    const prototype = Object.getPrototypeOf(tensor);
    if (prototype === this.last) return;
    this.last = prototype;
    if (this.known.has(prototype)) return;
    for (let at = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      if (!this.known.has(at)) this.hookClass(at, tracker);
      this.known.add(at);
    }
  }

  hookClass(prototype, tracker) {
    const own = (name) => Object.prototype.hasOwnProperty.call(prototype, name);
    if (own('assign')) this.hookAssign(prototype, tracker);
    if (own('dispose')) this.hookDispose(prototype, tracker);
    if (own('throwIfDisposed')) this.hookThrowIfDisposed(prototype);
  }

  hookAssign(prototype, tracker) {
    const { guard } = this;
    hook(guard, prototype, 'assign', (method) => function () {
      if (!guard.on) return method.apply(this, arguments);
      tracker.assignBegins(this);
      try {
        return method.apply(this, arguments);
      } finally {
        try { tracker.assignEnds(); } catch (error) { guard.fail(error); }
      }
    });
  }

  hookDispose(prototype, tracker) {
    const { guard, misuses } = this;
    hook(guard, prototype, 'dispose', (method) => function () {
      // The end of a scope disposes again what the program disposed inside it: that is its way.
      if (guard.on && tracker.scopes.closing === null && this.isDisposed === true) {
        try { misuses.report('double-dispose'); } catch (error) { guard.fail(error); }
      }
      return method.apply(this, arguments);
    });
  }

  hookThrowIfDisposed(prototype) {
    const { guard, misuses } = this;
    hook(guard, prototype, 'throwIfDisposed', (method) => function () {
      if (guard.on && this.isDisposed === true) {
        try { misuses.report('use-after-dispose'); } catch (error) { guard.fail(error); }
      }
      return method.apply(this, arguments);
    });
  }
}

module.exports = { Prototypes };
