'use strict';

const path = require('node:path');
const { startAgent } = require('../agent/index.cjs');
const { SiteTable } = require('../agent/site_table.cjs');
const { Tasks } = require('../node/tasks.cjs');
const { versionOf } = require('../node/version.cjs');

/** Where `tensorleak run` leaves the agent that it has put into a program. */
const AGENT = Symbol.for('tensorleak.agent');

/**
 * A recording of this realm into memory: by an agent of its own, which leaves nothing behind, or by the one
 * that is there already.
 */
class Recording {
  /** @param {object} realm globalThis, of which a test may have one of its own */
  constructor(realm) {
    this.table = new SiteTable();
    this.whyStopped = '';
    const { session } = realm[AGENT] || {};
    if (session && session.guard.on && typeof session.alsoTell === 'function') {
      this.session = session;
      this.leave = session.alsoTell(this.table);
    } else {
      const agent = startAgent(this.optionsIn(realm));
      this.session = agent.session;
      this.leave = agent.leave;
    }
  }

  optionsIn(realm) {
    const { performance, queueMicrotask } = globalThis;
    return {
      sink: this.table,
      realm,
      stacks: 'all',
      program: '',
      root: process.cwd(),
      own: ownFiles(),
      tell: (line) => { this.whyStopped = line; },
      now: performance.now.bind(performance),
      soon: queueMicrotask,
      isBusy: () => true,
      versionOf,
      tasks: new Tasks(),
    };
  }

  /** Why not all was recorded, or ''. */
  get stopped() {
    return this.session.guard.on ? '' : this.whyStopped || 'tensorleak: the recording ended before the test did';
  }

  /** How many engines of TensorFlow.js were found. */
  get engines() {
    return this.session.trackers.length;
  }

  /** The tensor that was made last; numbers rise. */
  get newest() {
    return this.session.lastTensor;
  }

  /** The bytes of a text are known a moment after it was made. */
  settle() {
    this.session.settle();
  }

  /** @returns {number[]} the tensors of this recording that are in a value, its lists and plain objects */
  tensorsIn(value) {
    const ids = new Set();
    const seen = new Set();
    const look = (part) => {
      if (part === null || typeof part !== 'object' || seen.has(part)) return;
      seen.add(part);
      const id = this.session.idOf(part);
      if (id !== 0) ids.add(id);
      else if (Array.isArray(part) || isPlain(part)) Object.values(part).forEach(look);
    };
    look(value);
    return [...ids];
  }

  end() {
    this.leave();
  }
}

function isPlain(object) {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function ownFiles() {
  return ['agent', 'node', 'npm'].map((name) => path.join(__dirname, '..', name, '/'));
}

module.exports = { Recording };
