'use strict';

const { startAgent } = require('../agent/index.cjs');
const { BindingOutput, Message } = require('./binding_output.cjs');
const { Epochs } = require('./epochs.cjs');
const { PageSink } = require('./page_sink.cjs');
const { versionInAddresses, versionInRealm } = require('./version.cjs');

const TICK_MILLISECONDS = 1000;

/**
 * Records the tensors of this realm: a page, a frame in it, a worker.
 * @param {object} realm globalThis
 * @param {object} options
 * @param {(message: string) => void} options.send   takes messages: see binding_output.cjs
 * @param {string} options.own                       how the addresses of the agent's own code begin
 * @param {'all'|'adaptive'|'none'} options.stacks
 * @param {number} options.frames                    the recording ends after so many; 0: it goes on
 */
function startInPage(realm, { send, own, stacks, frames }) {
  // What the page may replace later is taken now.
  const { console, performance, queueMicrotask } = realm;
  const now = performance.now.bind(performance);
  const sink = new PageSink(new BindingOutput(send), {
    now,
    versionHere: () => versionInRealm(realm),
    liveTensors: () => liveTensors(agent.session),
  });
  const agent = startAgent({
    sink,
    realm,
    stacks,
    program: programInWords(realm),
    root: originOf(realm),
    own: [own],
    tell: (line) => console.error(line),
    now,
    soon: queueMicrotask.bind(realm),
    isBusy: () => true,
    versionOf: versionInAddresses,
    tasks: null,
  });
  let marks = 0;
  const done = () => {
    agent.close();
    send(Message.DONE);
  };
  const mark = (lane, name) => {
    agent.frame(lane, name);
    agent.flush();
    if (++marks > frames && frames > 0) done();
  };
  const epochs = new Epochs(() => agent.session.lastTensor, mark, agent.session.guard);
  epochs.watch(realm);
  flushAtTimes(realm, agent);
  publish(realm, {
    frame: (lane, name) => {
      if (!epochs.areDeclared) marks = 0;
      epochs.areDeclared = true;
      mark(lane, name);
    },
    done,
  }, agent);
}

/** @returns {Iterable<number>} the ids of the tensors that are alive */
function* liveTensors({ lost, trackers }) {
  lost.flush();
  for (const { newest } of trackers) for (let at = newest; at !== null; at = at.older) yield at.id;
}

function flushAtTimes(realm, agent) {
  realm.setInterval(agent.tick, TICK_MILLISECONDS);
  if (typeof realm.document === 'undefined') return;
  realm.addEventListener('pagehide', agent.close);
  realm.document.addEventListener('visibilitychange', agent.tick);
}

/** The page calls `tensorleak?.frame()`; whoever opened the page ends the recording by the symbol. */
function publish(realm, calls, { close, session }) {
  const hidden = (value) => ({ value, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(realm, 'tensorleak', hidden(calls));
  const expectedMemory = () => session.expectedMemory();     // for tests
  Object.defineProperty(realm, Symbol.for('tensorleak.agent'), hidden({ close, expectedMemory }));
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

function programInWords(realm) {
  const { protocol, pathname, href } = realm.location;
  const name = /^https?:$/.test(protocol) ? pathname.slice(1) || 'index.html' : href.split(',')[0];
  const shown = protocol === 'blob:' ? 'blob:' : name;
  return typeof realm.document === 'undefined' ? `${shown}, worker` : shown;
}

module.exports = { startInPage };
