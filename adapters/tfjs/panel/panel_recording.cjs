'use strict';

const { stateOf } = require('../agent/generations.cjs');
const { SiteTable } = require('../agent/site_table.cjs');
const { TeeSink } = require('../agent/tee_sink.cjs');
const { Recording } = require('../page/recording.cjs');
const { versionInRealm } = require('../page/version.cjs');
const { LogStore, gzipOf } = require('./log_store.cjs');
const { PanelSink } = require('./panel_sink.cjs');
const { retell } = require('./retell.cjs');

/** What a panel shows of a page, and saves. */
class PanelRecording {
  /**
   * @param {object} realm globalThis
   * @param {string} own how the addresses of the agent's own code begin
   */
  constructor(realm, own) {
    this.host = {
      now: realm.performance.now.bind(realm.performance),
      versionHere: () => versionInRealm(realm),
      liveTensors: () => this.recording.liveTensors(),
    };
    this.gzip = gzipOf(realm);
    this.Blob = realm.Blob;
    this.knowsStacks = givesStacks(realm.Error);
    this.stopped = '';
    this.table = new SiteTable();
    this.sink = this.newSink(0);
    this.tee = new TeeSink(this.table, [this.sink]);
    const { console } = realm;
    this.recording = new Recording(realm, {
      sink: this.tee,
      own,
      stacks: this.knowsStacks ? 'adaptive' : 'none',
      tell: (line) => {
        this.stopped = line;
        console.error(line);
      },
      // Those of the display do not count any more.
      marked: (isFirstDeclared) => { if (isFirstDeclared) this.table.startAnew(); },
    });
  }

  get session() {
    return this.recording.agent.session;
  }

  newSink(newest) {
    return new PanelSink(new LogStore({ gzip: this.gzip }), this.host, newest);
  }

  /** @param {() => void} show brings the panel forward */
  publish(show) {
    this.recording.publish(this.recording.agent.close, { show, log: () => this.log() });
  }

  /** A second has passed. */
  tick() {
    this.recording.agent.tick();
  }

  /**
   * A new log, which begins with the tensors that are alive now, and frames from the next one on. For a
   * recording that goes on and has seen tensors.
   */
  startAnew() {
    this.session.settle();
    const sink = this.newSink(this.session.lastTensor);
    const branch = this.tee.replace(this.sink, sink);
    this.sink = sink;
    retell(this.table, branch);
    this.table.startAnew();
  }

  /**
   * @typedef {object} PanelState
   * @property {boolean} hasTensors false: none was made since the recording began
   * @property {boolean} isOver     nothing is recorded any more
   * @property {string} stopped     why, where that was not the page's wish
   * @property {boolean} knowsStacks
   * @property {{tensors: number, bytes: number}} alive
   * @property {number} older       tensors that were there before the recording, and are now
   * @property {object} growth      see SiteTable.growth()
   * @property {{name: string, bytes: number, isFull: boolean}} log
   */

  /** @returns {PanelState} */
  state() {
    const { store } = this.sink;
    const alive = this.table.totals();
    return {
      hasTensors: this.table.header !== null,
      isOver: !this.session.guard.on,
      stopped: this.stopped,
      knowsStacks: this.knowsStacks,
      alive,
      older: Math.max(0, this.session.startedLate ? this.counted() - alive.tensors : 0),
      growth: this.table.growth(),
      log: { name: store.fileName, bytes: store.size, isFull: store.isFull },
    };
  }

  /** As tf.memory() counts. */
  counted() {
    return this.session.trackers.reduce((sum, { engine }) => sum + stateOf(engine).numTensors, 0);
  }

  /** @returns {Promise<Blob>} the event log up to now, as a file that `tensorleak run` reads */
  async log() {
    const { sink, session } = this;
    if (session.guard.on && this.table.header !== null) {
      session.settle();
      session.sendReadings();
    }
    return new this.Blob(await sink.store.contents(sink.ending()), { type: 'application/octet-stream' });
  }
}

/** Whether stacks come in the form that the agent reads: V8's. */
function givesStacks(Error) {
  if (typeof Error.captureStackTrace !== 'function') return false;
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder = {};
  try {
    Object.defineProperty(Error, 'prepareStackTrace', { value: (_, sites) => sites, configurable: true });
    Error.captureStackTrace(holder);
    return Array.isArray(holder.stack);
  } catch {
    return false;
  } finally {
    if (before) Object.defineProperty(Error, 'prepareStackTrace', before);
    else delete Error.prepareStackTrace;
  }
}

module.exports = { PanelRecording };
