'use strict';

const { startAgent } = require('../agent/index.cjs');
const { isOfUser } = require('../agent/user_frame.cjs');
const { Epochs } = require('./epochs.cjs');
const { versionInAddresses } = require('./version.cjs');

/** Where a realm keeps what whoever recorded it first says of the recording. */
const AGENT = Symbol.for('tensorleak.agent');

/**
 * A recording of this realm, with the frames of the display or those that the page declares.
 * @param {object} realm globalThis
 * @param {object} options
 * @param {object} options.sink
 * @param {string} options.own                  how the addresses of the agent's own code begin
 * @param {'all'|'adaptive'|'none'} options.stacks
 * @param {(line: string) => void} options.tell prints one line when the agent has to stop
 * @param {(isFirstDeclared: boolean) => void} options.marked a frame began
 */
class Recording {
  constructor(realm, { sink, own, stacks, tell, marked }) {
    // What the page may replace later is taken now.
    const { performance, queueMicrotask } = realm;
    this.realm = realm;
    this.marked = marked;
    this.agent = startAgent({
      sink,
      realm,
      stacks,
      program: programInWords(realm),
      root: originOf(realm),
      own: [own],
      nameOfBlob: (url) => nameOfBlob(realm, url),
      tell,
      now: performance.now.bind(performance),
      soon: queueMicrotask.bind(realm),
      isBusy: () => true,
      versionOf: versionInAddresses,
      tasks: null,
    });
    const { session } = this.agent;
    const isAskedByPage = () => {
      const [caller] = session.stacks.frames();
      return caller !== undefined && isOfUser(caller);
    };
    this.epochs = new Epochs(() => session.lastTensor, () => this.mark('', ''), isAskedByPage, session.guard);
    this.epochs.watch(realm);
  }

  mark(lane, name, isFirstDeclared = false) {
    this.agent.frame(lane, name);
    this.marked(isFirstDeclared);
  }

  /**
   * The page calls `tensorleak?.frame()` and `tensorleak?.done()`; whoever opened the page ends the
   * recording by the symbol.
   * @param {() => void} done
   * @param {object} more what else stands at the symbol
   */
  publish(done, more = {}) {
    const { realm, agent, epochs } = this;
    const frame = (lane, name) => {
      const isFirst = !epochs.areDeclared;
      epochs.areDeclared = true;
      this.mark(lane, name, isFirst);
    };
    const hidden = (value) => ({ value, writable: true, configurable: true, enumerable: false });
    Object.defineProperty(realm, 'tensorleak', hidden({ frame, done }));
    const expectedMemory = () => agent.session.expectedMemory();     // for tests
    Object.defineProperty(realm, AGENT, hidden({ close: agent.close, expectedMemory, ...more }));
  }

  /** @returns {Iterable<number>} the ids of the tensors that are alive */
  *liveTensors() {
    const { lost, trackers } = this.agent.session;
    lost.flush();
    for (const { newest } of trackers) for (let at = newest; at !== null; at = at.older) yield at.id;
  }
}

/** Of a frame without an origin of its own, such as one in a sandbox: the origin of its address. */
function originOf(realm) {
  if (realm.origin && realm.origin !== 'null') return realm.origin;
  try {
    return new URL(realm.location.href).origin;
  } catch {
    return 'null';
  }
}

/** The editor of p5.js makes a blob of each file of a sketch, and leaves their names in the page. */
function nameOfBlob({ objectUrls }, url) {
  const name = objectUrls !== null && typeof objectUrls === 'object' ? objectUrls[url] : '';
  return typeof name === 'string' ? name.replace(/^\/+/, '') : '';
}

function programInWords(realm) {
  const { protocol, pathname, href } = realm.location;
  const name = /^https?:$/.test(protocol) ? pathname.slice(1) || 'index.html' : href.split(',')[0];
  const shown = protocol === 'blob:' ? 'blob:' : name;
  return typeof realm.document === 'undefined' ? `${shown}, worker` : shown;
}

module.exports = { Recording };
