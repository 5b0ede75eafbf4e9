'use strict';

const { BindingOutput, Message } = require('./binding_output.cjs');
const { PageSink } = require('./page_sink.cjs');
const { Recording } = require('./recording.cjs');
const { versionInRealm } = require('./version.cjs');

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
  const { console, performance } = realm;
  const sink = new PageSink(new BindingOutput(send), {
    now: performance.now.bind(performance),
    versionHere: () => versionInRealm(realm),
    liveTensors: () => recording.liveTensors(),
  });
  let marks = 0;
  const marked = (isFirstDeclared) => {
    if (isFirstDeclared) marks = 0;
    recording.agent.flush();
    if (++marks > frames && frames > 0) done();
  };
  const recording = new Recording(realm, { sink, own, stacks, tell: (line) => console.error(line), marked });
  const { agent } = recording;
  const done = () => {
    agent.close();
    send(Message.DONE);
  };
  flushAtTimes(realm, agent);
  recording.publish(done);
}

function flushAtTimes(realm, agent) {
  realm.setInterval(agent.tick, TICK_MILLISECONDS);
  if (typeof realm.document === 'undefined') return;
  realm.addEventListener('pagehide', agent.close);
  realm.document.addEventListener('visibilitychange', agent.tick);
}

module.exports = { startInPage };
