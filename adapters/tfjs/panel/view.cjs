'use strict';

const { Elements, write } = require('./elements.cjs');
const { Mover } = require('./mover.cjs');
const { Sparkline } = require('./sparkline.cjs');
const { HOST, SHEET } = require('./style.cjs');

/** No more often is anything read out. */
const SAY_MILLISECONDS = 10000;
/** What the page is not to hear of: who works with the panel does not work with the page. */
const OWN_EVENTS = ['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'keydown', 'keyup', 'keypress',
  'mousedown', 'mouseup', 'mousemove', 'mouseover', 'mouseout', 'pointerdown', 'pointerup', 'pointermove',
  'pointerover', 'pointerout', 'touchstart', 'touchmove', 'touchend', 'focusin', 'focusout'];

const GRIP = 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01';
const COLLAPSE = 'M4 6.5 8 10.5 12 6.5';
const EXPAND = 'M4 9.5 8 5.5 12 9.5';
const CROSS = 'M4.5 4.5 11.5 11.5M11.5 4.5 4.5 11.5';

/** The panel, in an element of the page that lets neither the other's styles in. */
class View {
  /**
   * @param {Window} window
   * @param {{save: () => void, startAnew: () => void}} actions
   */
  constructor(window, { save, startAnew }) {
    this.window = window;
    this.document = window.document;
    this.said = -Infinity;
    this.isHidden = false;
    this.elements = new Elements(this.document);
    this.host = this.elements.html('div');
    for (const [name, value] of Object.entries(HOST)) this.host.style.setProperty(name, value, 'important');
    for (const type of OWN_EVENTS) this.host.addEventListener(type, (event) => event.stopPropagation());
    this.build();
    this.collapse.addEventListener('click', () => this.setCollapsed(!this.body.hidden));
    this.close.addEventListener('click', () => this.hide());
    this.save.addEventListener('click', save);
    this.anew.addEventListener('click', startAnew);
    const root = this.host.attachShadow({ mode: 'closed' });
    this.dress(root);
    root.append(this.panel);
    this.mover = new Mover(this.host, this.bar, this.grip, window);
  }

  build() {
    const { elements } = this;
    this.grip = elements.drawn('grip dots', 'Move the panel with the arrow keys, Home for its corner', GRIP);
    this.title = elements.html('span', { class: 'title' }, 'tensorleak');
    this.brief = elements.html('span', { class: 'brief' });
    this.collapse = elements.drawn('collapse', 'Collapse', COLLAPSE);
    this.close = elements.drawn('close', 'Hide the panel; load tensorleak.js again to see it again', CROSS);
    this.bar = elements.html('div', { class: 'bar' },
      this.grip, this.title, this.brief, this.collapse, this.close);
    this.rate = elements.html('span');
    this.alive = elements.html('span', { class: 'alive' });
    this.headline = elements.html('p', { class: 'headline' }, this.rate, this.alive);
    this.frames = elements.html('p', { class: 'frames' });
    this.sparkline = new Sparkline(elements);
    this.places = elements.html('ol', { class: 'places', 'aria-label': 'Growing sites' });
    this.notes = elements.html('ol', { class: 'notes', 'aria-label': 'Notes' });
    this.save = elements.html('button', { type: 'button' }, 'Save log');
    this.anew = elements.html('button', { type: 'button', title: 'A new log, and growth from now on' }, 'Start anew');
    this.size = elements.html('span', { class: 'size' });
    this.body = elements.html('div', { class: 'body' }, this.headline, this.frames, this.sparkline.element,
      this.places, this.notes, elements.html('div', { class: 'actions' }, this.save, this.anew, this.size));
    this.status = elements.html('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
    this.panel = elements.html('section', { class: 'panel', role: 'region', 'aria-label': 'tensorleak' },
      this.bar, this.body, this.status);
  }

  /** A sheet that is made by script needs no leave of the page's policy; old browsers know elements alone. */
  dress(root) {
    try {
      const sheet = new this.window.CSSStyleSheet();
      sheet.replaceSync(SHEET);
      root.adoptedStyleSheets = [sheet];
    } catch {
      root.append(this.elements.html('style', {}, SHEET));
    }
  }

  /** @param {ReturnType<import('./words.cjs').inWords>} words @param {number} alive @param {number} now */
  show(words, alive, now) {
    this.sparkline.sample(alive);
    this.attach();
    if (this.isHidden || this.document.hidden) return;
    this.panel.className = `panel ${words.tone}`;
    write(this.rate, words.headline);
    write(this.alive, words.alive === '' ? '' : ` · ${words.alive}`);
    this.writeBrief();
    write(this.frames, words.frames);
    if (!this.body.hidden) this.sparkline.draw();
    this.list(this.places, words.places, (row, place) => this.fillPlace(row, place));
    this.list(this.notes, words.notes, (row, note) => write(row, note));
    write(this.size, words.canSave ? `${words.log} log` : '');
    this.save.disabled = !words.canSave;
    this.anew.disabled = !words.canStartAnew;
    this.say(this.headline.textContent, now);
    this.mover.place();
  }

  list(list, items, fill) {
    while (list.children.length > items.length) list.lastChild.remove();
    while (list.children.length < items.length) list.append(this.elements.html('li'));
    items.forEach((item, at) => fill(list.children[at], item));
    list.hidden = items.length === 0;
  }

  fillPlace(row, place) {
    if (row.firstChild === null) row.append(...this.rowOfPlace());
    const [first, second] = row.children;
    write(first.children[0], place.rate);
    write(first.children[1].children[0], place.op);
    write(first.children[1].children[1], place.what);
    write(second.children[0], place.name);
    write(second.children[1], place.where);
    if (row.title !== place.whole) row.title = place.whole;
  }

  rowOfPlace() {
    const span = (name, ...children) => this.elements.html('span', { class: name }, ...children);
    return [
      this.elements.html('div', {}, span('rate'), span('what', span('op'), span('tensor'))),
      this.elements.html('div', { class: 'where' }, span('name'), span('place')),
    ];
  }

  /** A page may be at its very beginning, or write itself anew. */
  attach() {
    const { document, host } = this;
    const isReady = document.body !== null || document.readyState !== 'loading';
    if (this.isHidden || host.isConnected || !isReady || document.documentElement === null) return;
    document.documentElement.append(host);
    this.rise();
  }

  /** Above all else, also above dialogs, where the browser has such a layer. */
  rise() {
    if (typeof this.host.showPopover !== 'function') return;
    try {
      this.host.popover = 'manual';
      if (this.host.matches(':popover-open')) this.host.hidePopover();
      this.host.showPopover();
    } catch { /* It stands where it is. */ }
  }

  setCollapsed(isCollapsed) {
    this.body.hidden = isCollapsed;
    const name = isCollapsed ? 'Expand' : 'Collapse';
    this.collapse.setAttribute('aria-label', name);
    this.collapse.title = name;
    this.collapse.querySelector('path').setAttribute('d', isCollapsed ? EXPAND : COLLAPSE);
    this.writeBrief();
    this.mover.place();
  }

  /** What is read of a panel that is collapsed: the whole line, or of a long one its beginning. */
  writeBrief() {
    const isCollapsed = this.body.hidden;
    const text = this.panel.classList.contains('bad') ? this.rate.textContent : this.headline.textContent;
    write(this.brief, isCollapsed ? text : '');
    this.title.hidden = isCollapsed;
  }

  hide() {
    this.isHidden = true;
    this.host.remove();
  }

  /** It is asked for again. */
  comeForward() {
    this.isHidden = false;
    this.setCollapsed(false);
    this.attach();
    this.rise();
  }

  say(headline, now) {
    if (now - this.said < SAY_MILLISECONDS || this.status.textContent === headline) return;
    this.said = now;
    write(this.status, headline);
  }
}

module.exports = { View };
