'use strict';

const { Flag } = require('./names.cjs');
const { FEWEST_FRAMES, growthOf, rateOver, sumOf } = require('./growth.cjs');
const { LiveTensor, LiveTensors } = require('./live_tensors.cjs');
const { MOST_MARKS, Recent } = require('./recent.cjs');
const { ScopeChains, Sites } = require('./sites.cjs');

/**
 * A sink (log_sink.cjs has its methods) that keeps the live tensors in memory, by the sites that made
 * them, and answers what is alive, since when, and what grows. It takes memory for live tensors, for the
 * sites of the last 512 marks, and for the words that it is told.
 *
 *   const table = new SiteTable();
 *   const agent = startAgent({ sink: table, … });
 *   const before = table.moment();
 *   work();
 *   agent.session.settle();                // the bytes of a text are known a moment after it is made
 *   table.survivors(before);               // [{ op: 'Add', shape: [2], tensors: 1, stack: […], … }]
 *
 * Frames are those of the lane that is marked first.
 */
class SiteTable {
  constructor() {
    this.header = null;
    this.texts = [''];
    this.stacks = [null];
    this.sites = new Sites();
    this.scopes = new ScopeChains();
    this.live = new LiveTensors((site, more) => this.held(site, more));
    this.made = 0;
    this.lane = -1;
    this.marks = 0;
    this.changed = [];              // places, since the last mark
  }

  // What it is told.

  open(header) {
    this.header = header;
  }

  text(text) {
    return this.texts.push(text) - 1;
  }

  stack(frames) {
    return this.stacks.push(frames) - 1;
  }

  kind(op, dtype, shape) {
    return this.sites.kind(op, dtype, shape);
  }

  alloc(id, buffer, bytes, kind, stack, flags) {
    const site = this.sites.at(kind, stack, this.scopes.current);
    site.tensors++;
    site.touched = this.marks;
    site.place.tensors++;
    this.live.add(new LiveTensor(id, ++this.made, site, flags), buffer, bytes);
    this.change(site.place);
  }

  assign(id, buffer, bytes) {
    const tensor = this.live.find(id);
    if (tensor !== undefined) this.live.move(tensor, buffer, bytes);
  }

  free(id) {
    const tensor = this.live.find(id);
    if (tensor === undefined) return;
    const { site } = tensor;
    this.live.remove(tensor);
    site.tensors--;
    site.place.tensors--;
    this.change(site.place);
  }

  flag(id, flag, value) {
    const tensor = this.live.find(id);
    if (tensor !== undefined) tensor.flags = value ? tensor.flags | flag : tensor.flags & ~flag;
  }

  name(id, text) {
    const tensor = this.live.find(id);
    if (tensor !== undefined) tensor.name = text;
  }

  lost(id) {
    const tensor = this.live.find(id);
    if (tensor !== undefined) tensor.isLost = true;
  }

  scopeBegin(name) {
    this.scopes.begin(name);
  }

  scopeEnd() {
    this.scopes.end();
  }

  frame(lane) {
    if (this.lane === -1) this.lane = lane;
    if (lane !== this.lane) return;
    for (const place of this.changed) {
      place.isChanged = false;
      place.recent.sample(this.marks, place.tensors, place.bytes);
    }
    this.changed.length = 0;
    if (++this.marks % MOST_MARKS === 0) this.sites.forget(this.marks);
  }

  use() {}
  holder() {}
  resource() {}
  counter() {}
  misuse() {}
  flush() {}
  close() {}

  // What it answers.

  /** The frames begin anew, of whichever lane is next: what grew before is no growth. */
  startAnew() {
    this.marks = 0;
    this.lane = -1;
    for (const place of this.sites.places.values()) {
      place.recent = new Recent();
      this.change(place);
      for (const site of place.sites) site.touched = 0;
    }
  }

  /** @returns {number} this moment, for survivors() */
  moment() {
    return this.made;
  }

  /** @returns {{tensors: number, buffers: number, bytes: number}} alive; a shared buffer counts once */
  totals() {
    const { tensors, buffers, bytes } = this.live;
    return { tensors: tensors.size, buffers: buffers.size, bytes };
  }

  /**
   * @typedef {object} Survivors those of one site
   * @property {string} op
   * @property {string} dtype
   * @property {number[]|null} shape
   * @property {string[]} scopes the program's open ones when they were made, outermost first; '' has no name
   * @property {import('./stacks.cjs').Frame[]|null} stack null: it was not recorded
   * @property {number} tensors
   * @property {number} bytes     of buffers whose oldest live tensor is among them
   * @property {number} variables how many of them are variables
   * @property {number} kept      how many are exempt from their scopes, by keep()
   * @property {number} saved     how many are saved for a gradient
   * @property {number} lost      of how many the last handle is gone
   * @property {string[]} names   of variables, once each
   */

  /**
   * The tensors that are alive and were made after a moment, by site; those of most tensors first.
   * @param {number} since a moment(); 0: from the beginning
   * @returns {Survivors[]}
   */
  survivors(since = 0) {
    const bySite = new Map();
    for (const tensor of this.live.tensors.values()) {
      if (tensor.sequence <= since) continue;
      let group = bySite.get(tensor.site);
      if (group === undefined) bySite.set(tensor.site, group = this.groupOf(tensor.site));
      this.count(tensor, group);
    }
    return [...bySite.values()].sort((a, b) => b.tensors - a.tensors || b.bytes - a.bytes);
  }

  /**
   * @typedef {object} GrowingPlace sites that differ in shape alone
   * @property {string} op
   * @property {string} dtype
   * @property {(number[]|null)[]} shapes of those that are alive
   * @property {string[]} scopes
   * @property {import('./stacks.cjs').Frame[]|null} stack null: it was not recorded
   * @property {number} alive
   * @property {number} bytes
   * @property {import('./growth.cjs').Rate} rate
   * @property {number} bytesPerFrame
   */

  /**
   * What grows from frame to frame, by the last marks: see growth.cjs. Worst first.
   * @returns {{frames: number, needed: number, rate: import('./growth.cjs').Rate, bytesPerFrame: number,
   *   places: GrowingPlace[]}} frames: of the whole recording; needed: more frames that would tell more,
   *   0 where nothing is open
   */
  growth() {
    const last = Math.max(this.marks - 1, 0);
    const first = Math.max(0, last + 1 - MOST_MARKS);
    const middle = first + ((last - first) >> 1);
    let needed = Math.max(0, FEWEST_FRAMES - last);
    const isEarly = needed > 0;
    const places = [];
    for (const place of isEarly ? [] : this.sites.places.values()) {
      if (place.recent.changed <= middle) continue;   // at rest
      const growth = growthOfPlace(place.recent.between(first, last));
      if (growth.state === 'undecided') needed = Math.max(needed, growth.needed);
      if (growth.state === 'growing') places.push({ ...this.told(place), ...growth.rates });
    }
    places.sort((a, b) => rateOf(b) - rateOf(a) || b.bytesPerFrame - a.bytesPerFrame);
    return {
      frames: last,
      needed,
      rate: sumOf(places.map(({ rate }) => rate)),
      bytesPerFrame: places.reduce((sum, place) => sum + place.bytesPerFrame, 0),
      places,
    };
  }

  // How.

  scopesOf(path) {
    return this.scopes.namesOf(path).map((text) => this.texts[text]);
  }

  held(site, more) {
    site.place.bytes += more;
    this.change(site.place);
  }

  change(place) {
    if (place.isChanged) return;
    place.isChanged = true;
    this.changed.push(place);
  }

  groupOf({ kind, stack, path }) {
    return {
      op: kind.op,
      dtype: kind.dtype,
      shape: kind.shape,
      scopes: this.scopesOf(path),
      stack: this.stacks[stack],
      tensors: 0,
      bytes: 0,
      variables: 0,
      kept: 0,
      saved: 0,
      lost: 0,
      names: [],
    };
  }

  count({ flags, held, isLost, name }, group) {
    group.tensors++;
    group.bytes += held;
    if ((flags & Flag.VARIABLE) !== 0) group.variables++;
    if ((flags & Flag.KEPT) !== 0) group.kept++;
    if ((flags & Flag.TAPE) !== 0) group.saved++;
    if (isLost) group.lost++;
    const text = this.texts[name];
    if (text !== '' && !group.names.includes(text)) group.names.push(text);
  }

  told({ op, dtype, stack, path, sites, tensors, bytes }) {
    const shapes = [...sites].filter((site) => site.tensors > 0).map(({ kind }) => kind.shape);
    return { op, dtype, shapes, scopes: this.scopesOf(path), stack: this.stacks[stack], alive: tensors, bytes };
  }
}

function rateOf({ rate }) {
  return rate.count / rate.frames;
}

/** Growth in number, else in size: a tensor that each frame replaces by a larger one. */
function growthOfPlace({ tensors, bytes }) {
  let growth = growthOf(tensors);
  if (growth.state === 'steady') growth = growthOf(bytes);
  if (growth.state !== 'growing') return growth;
  const inBytes = rateOver(bytes, growth.span);
  const rates = { rate: rateOver(tensors, growth.span), bytesPerFrame: inBytes.count / inBytes.frames };
  return { ...growth, rates };
}

module.exports = { SiteTable };
