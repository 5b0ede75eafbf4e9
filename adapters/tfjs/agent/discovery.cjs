'use strict';

/**
 * Finds every engine of TensorFlow.js in this realm at the moment when it comes into being.
 *
 * Since 1.0 all copies of tfjs-core share one engine at `globalThis._tfengine`; an accessor there
 * sees it assigned, whatever bundle does it. Before, the environment stood at `ENV` (of the global
 * object, later of `process`, in a page of `window`), and made its engine for the first tensor.
 */

/** Lets `seen` know of each value that is assigned to holder[name] from now on. */
function watchProperty(holder, name, guard, seen) {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  let value = holder[name];
  const describe = (enumerable) => ({
    configurable: true,
    enumerable,
    get() { return value; },
    set(next) {
      const isNew = next !== value;
      value = next;
      if (isNew && next !== null && typeof next === 'object') {
        Object.defineProperty(holder, name, describe(true));
        seen(next);
      }
    },
  });
  // Unseen by Object.keys() until the library has written it, as if we were not there.
  Object.defineProperty(holder, name, describe(value !== undefined));
  guard.placed(() => {
    const after = Object.getOwnPropertyDescriptor(holder, name);
    if (before === undefined && value === undefined) delete holder[name];
    else Object.defineProperty(holder, name, { configurable: true, writable: true, enumerable: after.enumerable, value });
  });
  return value;
}

/**
 * The same for the global object. Until something is assigned, the watch is on its prototype: a program that
 * makes a global object of the names of this one (jest and vitest do, for `vm` contexts) would take it for one
 * that cannot be assigned to. Within such a context, assignments do not ask the prototype: watchProperty() is for those.
 */
function watchGlobal(realm, name, guard, seen) {
  const prototype = Object.getPrototypeOf(realm);
  if (realm[name] !== undefined || prototype === null || prototype === Object.prototype) {
    return watchProperty(realm, name, guard, seen);
  }
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: false,
    get() { return undefined; },
    set(value) {
      if (this === realm || this === undefined) watchProperty(realm, name, guard, seen);
      else Object.defineProperty(this, name, { configurable: true, enumerable: true, writable: true, value: undefined });
      (this || realm)[name] = value;
    },
  });
  guard.placed(() => { delete prototype[name]; });
  return undefined;
}

/**
 * @param {object} realm globalThis
 * @param {boolean} isCopied the program may make global objects of the names of this one
 * @param {import('./guard.cjs').Guard} guard by which all of it is taken back
 * @param {(engine: object, environment: object|null, late: boolean) => void} found
 *   called for each engine once; must not throw
 */
function watchForEngines(realm, isCopied, guard, found) {
  const watchOf = (holder) => (isCopied && holder === realm ? watchGlobal : watchProperty);
  // A program that plays a page has it at its window.
  for (const holder of new Set([realm, realm.window])) {
    if (!holder) continue;
    const present = watchOf(holder)(holder, '_tfengine', guard, (engine) => found(engine, engine.ENV, false));
    if (present) found(present, present.ENV, true);
  }
  for (const holder of new Set([realm, realm.window, realm.process])) {
    if (holder) watchForEnvironment(holder, watchOf(holder), guard, found);
  }
}

function watchForEnvironment(holder, watch, guard, found) {
  const adopt = (environment, late) => {
    if (typeof environment.registerBackend !== 'function') return;
    const engine = watchProperty(environment, 'globalEngine', guard,
      (next) => found(next, environment, false));
    if (engine) found(engine, environment, late);
  };
  const present = watch(holder, 'ENV', guard, (environment) => adopt(environment, false));
  if (present && typeof present === 'object') adopt(present, true);
}

module.exports = { watchForEngines };
