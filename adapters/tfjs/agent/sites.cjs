'use strict';

const { MOST_MARKS, Recent } = require('./recent.cjs');

/** Chains of scopes that are told apart; a scope beyond them stands for the one around it. */
const MOST_PATHS = 1 << 16;

/** What has an operation, a dtype and a shape in common, and where it was made. */
class Kind {
  constructor(op, dtype, shape) {
    this.op = op;
    this.dtype = dtype;
    this.shape = shape;
    this.sites = new Map();
    this.last = null;        // the Site that was asked for last
  }
}

/** Creation stack, operation, shape, dtype and scope path. */
class Site {
  constructor(kind, kindNumber, stack, path, place) {
    this.kind = kind;
    this.kindNumber = kindNumber;
    this.stack = stack;      // 0: it was not recorded
    this.path = path;
    this.place = place;
    this.tensors = 0;
    this.touched = 0;        // the mark before which a tensor was made here last
  }
}

/** A site whatever the shape: what a leak has in common whose shapes differ. */
class Place {
  constructor(key, stack, op, dtype, path) {
    this.key = key;
    this.stack = stack;
    this.op = op;
    this.dtype = dtype;
    this.path = path;
    this.sites = new Set();
    this.tensors = 0;
    this.bytes = 0;
    this.isChanged = false;  // since the last mark
    this.recent = new Recent();
  }
}

/** The sites at which tensors were made lately, by what they have in common. */
class Sites {
  constructor() {
    this.kinds = [null];
    this.places = new Map();
  }

  kind(op, dtype, shape) {
    return this.kinds.push(new Kind(op, dtype, shape)) - 1;
  }

  /** @param {number} number of the kind @returns {Site} */
  at(number, stack, path) {
    const kind = this.kinds[number];
    const { last } = kind;
    if (last !== null && last.stack === stack && last.path === path) return last;
    const key = keyOf(stack, path);
    let site = kind.sites.get(key);
    if (site === undefined) {
      const place = this.placeOf(kind, stack, path);
      kind.sites.set(key, site = new Site(kind, number, stack, path, place));
      place.sites.add(site);
    }
    return kind.last = site;
  }

  placeOf({ op, dtype }, stack, path) {
    const key = JSON.stringify([op, dtype, stack, path]);
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, place = new Place(key, stack, op, dtype, path));
    return place;
  }

  /** Those of which nothing is left, and was not for as long as anything is remembered. */
  forget(marks) {
    for (const place of this.places.values()) {
      for (const site of place.sites) {
        if (site.tensors === 0 && site.touched < marks - MOST_MARKS) forgetSite(site);
      }
      if (place.sites.size === 0) this.places.delete(place.key);
    }
  }
}

function keyOf(stack, path) {
  return stack * MOST_PATHS + path;
}

function forgetSite(site) {
  const { kind, place } = site;
  place.sites.delete(site);
  kind.sites.delete(keyOf(site.stack, site.path));
  if (kind.last === site) kind.last = null;
}

/** Chains of open scopes, by numbers; 0 is outside of all. */
class ScopeChains {
  constructor() {
    this.chains = [{ outer: 0, text: 0, inner: new Map() }];
    this.open = [];
    this.current = 0;
  }

  begin(text) {
    this.open.push(this.current);
    this.current = this.within(this.current, text);
  }

  end() {
    this.current = this.open.length > 0 ? this.open.pop() : 0;
  }

  within(outer, text) {
    const { inner } = this.chains[outer];
    const known = inner.get(text);
    if (known !== undefined) return known;
    if (this.chains.length === MOST_PATHS) return outer;
    const path = this.chains.push({ outer, text, inner: new Map() }) - 1;
    inner.set(text, path);
    return path;
  }

  /** @returns {number[]} the texts of a chain, outermost first */
  namesOf(path) {
    const names = [];
    for (let at = path; at !== 0; at = this.chains[at].outer) names.unshift(this.chains[at].text);
    return names;
  }
}

module.exports = { ScopeChains, Sites };
