'use strict';

const { stateOf } = require('./generations.cjs');

/**
 * Puts hooks in front of the methods of one engine. Each forwards all its arguments (old engines take
 * more than new ones) and returns or throws what the method does; its own part may fail without harm.
 */
function hookEngine(engine, tracker, guard) {
  hookTensors(engine, tracker, guard);
  hookTexts(engine, tracker, guard);
  hookScopes(engine, tracker, guard);
  hookKernels(engine, tracker, guard);
  after(engine, 'initializeBackend', guard, (name, started) => tracker.session.backendStarts(name, started));
  after(engine, 'keep', guard, (tensor) => tracker.kept(tensor));
  after(engine, 'registerVariable', guard, (variable) => tracker.named(variable));
  after(engine, 'makeVariable', guard, (_, variable) => tracker.named(variable));
  after(engine, 'reset', guard, () => tracker.wasReset());
}

/** What comes, and what goes. */
function hookTensors(engine, tracker, guard) {
  const { generation, session, leftovers } = tracker;

  hook(guard, engine, generation.trackMethod, (method) => function (tensor) {
    const result = method.apply(this, arguments);
    if (guard.on) {
      try {
        tracker.made(tensor);
        session.watchPrototype(tensor, tracker);
      } catch (error) { guard.fail(error); }
    }
    return result;
  });

  hook(guard, engine, 'disposeTensor', (method) => function (tensor) {
    if (!guard.on) return method.apply(this, arguments);
    const before = stateOf(this).numTensors;
    let known = NaN;
    try { known = leftovers.before(); } catch (error) { guard.fail(error); }
    const result = method.apply(this, arguments);
    if (stateOf(this).numTensors !== before) {
      try {
        if (leftovers.since(known) > 0) leftovers.afterDispose(known, tracker.readerOf(tensor));
        tracker.freed(tensor);
      } catch (error) { guard.fail(error); }
    }
    return result;
  });

  hook(guard, engine, 'removeDataId', (method) => function (dataId) {
    const before = stateOf(this).numDataBuffers;
    const result = method.apply(this, arguments);
    if (generation.countsRemovals && stateOf(this).numDataBuffers !== before) {
      try { tracker.removed(dataId); } catch (error) { guard.fail(error); }
    }
    return result;
  });
}

function hookScopes(engine, tracker, guard) {
  const { scopes, session } = tracker;

  hook(guard, engine, 'tidy', (method) => function () {
    scopes.isTidy = true;
    let result;
    try {
      result = method.apply(this, arguments);
    } finally {
      scopes.isTidy = false;
    }
    if (guard.on && result instanceof Promise) {
      try { session.misuses.report('tidy-async'); } catch (error) { guard.fail(error); }
    }
    return result;
  });

  hook(guard, engine, 'startScope', (method) => function (name) {
    const result = method.apply(this, arguments);
    if (guard.on) {
      try {
        const byHand = scopes.began(name, this);
        if (byHand !== null) session.held.opened(byHand);
      } catch (error) { guard.fail(error); }
    }
    return result;
  });

  hook(guard, engine, 'endScope', (method) => function () {
    if (!guard.on) return method.apply(this, arguments);
    const outer = scopes.closing;
    const scope = scopes.innermost;
    scopes.closing = scope;
    try {
      return method.apply(this, arguments);
    } finally {
      scopes.closing = outer;
      try {
        scopes.ended(this);
        if (typeof scope !== 'string') session.held.closed(scope);
      } catch (error) { guard.fail(error); }
    }
  });
}

function hookKernels(engine, tracker, guard) {
  const { generation, leftovers } = tracker;

  hook(guard, engine, generation.kernelMethod, (method) => function (first, inputs, _, name) {
    if (!guard.on) return method.apply(this, arguments);
    const outer = tracker.op;
    let before = NaN;
    let output;
    try {
      before = leftovers.before();
      // Since 3.0 one object; before, (forward, inputs, backward, name), and without a name up to 1.1.
      if (first !== null && typeof first === 'object') tracker.kernel(first.kernelName, first.inputs);
      else tracker.kernel(typeof name === 'string' ? name : '', inputs);
    } catch (error) { guard.fail(error); }
    try {
      return output = method.apply(this, arguments);
    } finally {
      try {
        if (leftovers.since(before) > 0 && tracker.op !== outer) {
          leftovers.afterKernel(before, tracker.op.name, output);
        }
      } catch (error) { guard.fail(error); }
      tracker.op = outer;
    }
  });

  hook(guard, engine, 'saveTensorsForBackwardMode', (method) => function () {
    tracker.saving++;
    try {
      return method.apply(this, arguments);
    } finally {
      tracker.saving--;
    }
  });
}

/** After these the bytes of a new text are known. */
function hookTexts(engine, tracker, guard) {
  for (const name of ['makeTensor', 'write']) {
    hook(guard, engine, name, (method) => function () {
      const result = method.apply(this, arguments);
      if (guard.on && tracker.unsettled !== null) {
        try { tracker.settle(); } catch (error) { guard.fail(error); }
      }
      return result;
    });
  }
}

/** Runs `then(first argument, result)` after a method that is not called often. */
function after(engine, name, guard, then) {
  hook(guard, engine, name, (method) => function (first) {
    const result = method.apply(this, arguments);
    if (guard.on) {
      try { then(first, result); } catch (error) { guard.fail(error); }
    }
    return result;
  });
}

/** Replaces a method by make(method); one that this generation does not have is left out. */
function hook(guard, holder, name, make) {
  const method = holder[name];
  if (typeof method !== 'function') return;
  const before = Object.getOwnPropertyDescriptor(holder, name);
  const replacement = make(method);
  for (const property of ['name', 'length']) {
    Object.defineProperty(replacement, property, { value: method[property], configurable: true });
  }
  Object.defineProperty(holder, name,
    { value: replacement, writable: true, configurable: true, enumerable: false });
  guard.placed(() => {
    // Somebody may have put a hook in front of ours, which then stays and does nothing.
    if (holder[name] !== replacement) return;
    if (before === undefined) delete holder[name];
    else Object.defineProperty(holder, name, before);
  });
}

module.exports = { hookEngine, hook };
