'use strict';

const { Flag } = require('../agent/names.cjs');
const { LogSink } = require('../agent/log_sink.cjs');

/** The event log of a page. */
class PageSink extends LogSink {
  /**
   * @param {import('../agent/log_sink.cjs').Output} output
   * @param {object} host
   * @param {() => number} host.now           milliseconds, never going back
   * @param {() => string} host.versionHere   the library's version, once it is loaded; '' where not known
   * @param {() => Iterable<number>} host.liveTensors the ids of those that are alive
   */
  constructor(output, host) {
    super(output, host);
    this.host = host;
    this.hasFrames = false;
  }

  open(header) {
    const runtime = header.runtime === 'tfjs' ? `tfjs ${this.host.versionHere()}`.trim() : header.runtime;
    super.open({ ...header, runtime });
  }

  frame(lane, name) {
    this.hasFrames = true;
    super.frame(lane, name);
  }

  /**
   * A page has no end of its own: it is closed while it holds what it would have used next. Where no
   * frame shows what it leaves behind, that is held, and no leak at exit.
   */
  end() {
    if (!this.hasFrames) for (const id of this.host.liveTensors()) this.flag(id, Flag.COUNTED, 1);
    super.end();
  }
}

module.exports = { PageSink };
