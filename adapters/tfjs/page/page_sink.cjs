'use strict';

const { Flag } = require('../agent/names.cjs');
const { LogSink } = require('../agent/log_sink.cjs');

/**
 * The event log of a page. A page has no end of its own: it is closed while it holds what it will use
 * next, so what is alive then is no leak at exit. Its tensors have handles until one is seen lost.
 */
class PageSink extends LogSink {
  /** @param {() => string} versionHere the library's version, once it is loaded; '' where not known */
  constructor(output, clock, versionHere) {
    super(output, clock);
    this.versionHere = versionHere;
  }

  open(header) {
    const runtime = header.runtime === 'tfjs' ? `tfjs ${this.versionHere()}`.trim() : header.runtime;
    super.open({ ...header, runtime });
  }

  alloc(id, buffer, bytes, kind, stack, flags) {
    super.alloc(id, buffer, bytes, kind, stack, flags | Flag.COUNTED);
  }
}

module.exports = { PageSink };
