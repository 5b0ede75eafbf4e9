'use strict';

const { PageSink } = require('../page/page_sink.cjs');

/** The event log of a panel: it can be saved while the recording goes on. */
class PanelSink extends PageSink {
  /**
   * @param {import('./log_store.cjs').LogStore} store
   * @param {object} host see page_sink.cjs
   * @param {number} newest the id of the last tensor that is older than the log
   */
  constructor(store, host, newest) {
    super(store, host);
    this.store = store;
    this.newest = newest;
    this.written = null;      // the ending of a recording that is over
  }

  /** What was left behind before the log began is none of its matter, whenever that shows. */
  lost(id) {
    if (id > this.newest) super.lost(id);
  }

  /** @returns {Uint8Array[]} what makes a whole log of the store's contents */
  ending() {
    if (this.written !== null) return this.written;
    return this.isOpen ? this.store.asideOf(() => this.end()) : [];
  }

  end() {
    const { dropped, mostBytes } = this.store;
    if (dropped > 0) {
      this.write(`{"e":"dropped","t":${this.tick()},"count":${dropped},` +
        `"why":"the panel keeps ${mostBytes >> 20} MiB of a log"}\n`);
    }
    super.end();
  }

  close() {
    this.written = this.ending();
    this.isOpen = false;
  }
}

module.exports = { PanelSink };
