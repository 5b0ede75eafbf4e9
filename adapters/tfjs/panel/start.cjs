'use strict';

const { PanelRecording } = require('./panel_recording.cjs');
const { View } = require('./view.cjs');
const { inWords } = require('./words.cjs');

const LOOK_MILLISECONDS = 250;
const LOOKS_PER_TICK = 4;
/** A look at very many sites takes its time; between two the page has so many times as much. */
const REST = 20;
/** Until then the browser has read a file that was saved. */
const SAVING_MILLISECONDS = 60000;

/** Records a page, looks at it four times a second, and does what its buttons say. */
class Panel {
  constructor(realm, own) {
    this.saveFile = saverOf(realm);
    this.recording = new PanelRecording(realm, own);
    this.now = this.recording.host.now;
    this.note = '';
    this.looks = 0;
    this.nextLook = 0;
    this.view = new View(realm, { save: () => this.save(), startAnew: () => this.startAnew() });
    this.recording.publish(() => {
      this.view.comeForward();
      this.look();
    });
  }

  /** Each so many milliseconds. */
  tick() {
    if (++this.looks % LOOKS_PER_TICK === 0) this.recording.tick();
    if (!this.view.isHidden && this.now() >= this.nextLook) this.look();
  }

  look() {
    const began = this.now();
    const state = this.recording.state();
    const words = inWords(state);
    if (this.note !== '') words.notes.unshift(this.note);
    this.view.show(words, state.alive.tensors, began);
    this.nextLook = began + REST * (this.now() - began);
  }

  say(note) {
    this.note = note;
    this.look();
  }

  async save() {
    try {
      const log = await this.recording.log();
      const { name } = this.recording.state().log;
      this.saveFile(log, name);
      this.say(`saved ${name}: tensorleak run ${name}`);
    } catch (error) {
      this.say(`the log cannot be saved: ${error.message}`);
    }
  }

  startAnew() {
    this.recording.startAnew();
    this.say('');
  }
}

/**
 * Records this page and shows it in a panel.
 * @param {object} realm globalThis
 * @param {{own: string}} options how the addresses of our own code begin
 */
function startPanel(realm, { own }) {
  if (typeof realm.document === 'undefined') throw new Error('there is no page here to show it in');
  const { clearInterval, console, document } = realm;
  const panel = new Panel(realm, own);
  const timer = realm.setInterval(() => {
    try {
      panel.tick();
    } catch (error) {
      clearInterval(timer);
      console.error(`tensorleak: the panel stops: ${error.message}`);
    }
  }, LOOK_MILLISECONDS);
  document.addEventListener('DOMContentLoaded', () => panel.look());
  panel.look();
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
