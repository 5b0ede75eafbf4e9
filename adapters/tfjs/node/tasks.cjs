'use strict';

/**
 * The asynchronous contexts of Node, for agent/held_scopes.cjs. Made when the first scope is opened by
 * hand: until then, promises cost what they cost without us.
 */
class Tasks {
  constructor() {
    this.storage = null;
  }

  enter(store) {
    if (this.storage === null) {
      const { AsyncLocalStorage } = require('node:async_hooks');
      this.storage = new AsyncLocalStorage();
    }
    this.storage.enterWith(store);
  }

  current() {
    return this.storage === null ? undefined : this.storage.getStore();
  }
}

module.exports = { Tasks };
