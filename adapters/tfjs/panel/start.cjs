'use strict';

const { PanelRecording } = require('./panel_recording.cjs');
const { View } = require('./view.cjs');
const { inWords } = require('./words.cjs');

const LOOK_MILLISECONDS = 250;
const LOOKS_PER_TICK = 4;
/** Until then the browser has read a file that was saved. */
const SAVING_MILLISECONDS = 60000;

/**
 * Records this page and shows it in a panel.
 * @param {object} realm globalThis
 * @param {{own: string}} options how the addresses of our own code begin
 */
function startPanel(realm, { own }) {
  if (typeof realm.document === 'undefined') throw new Error('there is no page here to show it in');
  const saveFile = saverOf(realm);
  const recording = new PanelRecording(realm, own);
  let note = '';
  const look = () => {
    const state = recording.state();
    const words = inWords(state);
    if (note !== '') words.notes.unshift(note);
    view.show(words, state.alive.tensors, recording.host.now());
  };
  const say = (words) => {
    note = words;
    look();
  };
  const save = () => recording.log().then((log) => {
    const { name } = recording.state().log;
    saveFile(log, name);
    say(`saved ${name}: tensorleak run ${name}`);
  }).catch((error) => say(`the log cannot be saved: ${error.message}`));
  const startAnew = () => {
    recording.startAnew();
    say('');
  };
  const view = new View(realm, { save, startAnew });
  const { agent } = recording.recording;
  recording.recording.publish(agent.close, { show: () => view.comeForward(), log: () => recording.log() });
  let looks = 0;
  const { clearInterval, console } = realm;
  const timer = realm.setInterval(() => {
    try {
      if (++looks % LOOKS_PER_TICK === 0) recording.tick();
      look();
    } catch (error) {
      clearInterval(timer);
      console.error(`tensorleak: the panel stops: ${error.message}`);
    }
  }, LOOK_MILLISECONDS);
  realm.document.addEventListener('DOMContentLoaded', look);
  look();
}

/** @returns {(file: Blob, name: string) => void} */
function saverOf({ document, URL, setTimeout }) {
  const { createObjectURL, revokeObjectURL } = URL;
  return (file, name) => {
    const link = document.createElement('a');
    link.href = createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => revokeObjectURL(link.href), SAVING_MILLISECONDS);
  };
}

module.exports = { startPanel };
