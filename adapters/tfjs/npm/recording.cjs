'use strict';

const path = require('node:path');
const { startAgent } = require('../agent/index.cjs');
const { SiteTable } = require('../agent/site_table.cjs');
const { Tasks } = require('../node/tasks.cjs');
const { versionOf } = require('../node/version.cjs');

/** A recording of this realm into memory, by an agent of its own, which leaves nothing behind. */
class Recording {
  /** @param {object} realm globalThis, of which a test may have one of its own */
  constructor(realm) {
    this.table = new SiteTable();
    this.stopped = '';
    const { performance, queueMicrotask } = globalThis;
    this.agent = startAgent({
      sink: this.table,
      realm,
      stacks: 'all',
      program: '',
      root: process.cwd(),
      own: ownFiles(),
      tell: (line) => { this.stopped = line; },
      now: performance.now.bind(performance),
      soon: queueMicrotask,
      isBusy: () => true,
      versionOf,
      tasks: new Tasks(),
    });
    this.session = this.agent.session;
  }

  /** How many engines of TensorFlow.js were found. */
  get engines() {
    return this.session.trackers.length;
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
    this.agent.leave();
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
