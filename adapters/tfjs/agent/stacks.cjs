'use strict';

/** predict() of two layers is 45 deep; with our own frames in between. */
const DEPTH = 80;

/**
 * @typedef {object} Frame
 * @property {string} function '' where it has no name
 * @property {string} file     relative to the root where inside it, '' where not known
 * @property {number} line     from 1, 0 where not known
 * @property {number} column   from 1, 0 where not known
 */

/**
 * Captures and interns stacks. A captured stack is read at once and dropped: unread, it would hold
 * every `this` on it, and no tensor could be found lost. Nothing the program can see of `Error`
 * changes: its limit and its own way to prepare stacks stand as before.
 */
class Stacks {
  /**
   * @param {(frames: Frame[]) => number} send the sink's stack()
   * @param {{root: string, own: string[], nameOfBlob?: (url: string) => string}} options root: paths inside it become relative;
   *   own: beginnings of the paths of the agent's files, which are left out of stacks;
   *   nameOfBlob: see index.cjs
   */
  constructor(send, { root, own, nameOfBlob = () => '' }) {
    this.send = send;
    this.files = new SourceNames(root, own, nameOfBlob);
    this.ids = new Map();
  }

  /** @returns {number} the sink's number of the stack of the caller */
  here() {
    const sites = callSites();
    let key = '';
    for (let i = 0; i < sites.length; i++) {
      const site = sites[i];
      const file = this.files.of(urlOf(site) || site.getEvalOrigin());
      if (!file.isOwn) key += `${file.number}:${site.getPosition()},`;
    }
    let id = this.ids.get(key);
    if (id === undefined) this.ids.set(key, id = this.send(this.framesOf(sites)));
    return id;
  }

  /** Each is sent anew when it comes again. */
  forget() {
    this.ids.clear();
  }

  /** @returns {Frame[]} the caller's stack, innermost first, without our own frames and the language's */
  frames() {
    return this.framesOf(callSites());
  }

  framesOf(sites) {
    const frames = [];
    for (const site of sites) {
      const url = urlOf(site);
      if (url ? this.files.of(url).isOwn : !site.isEval()) continue;
      frames.push(url ? this.frame(site, url) : this.frameOfEval(site));
    }
    return frames;
  }

  frame(site, url) {
    return {
      function: functionOf(site),
      file: this.files.of(url).name,
      line: site.getLineNumber() || 0,
      column: site.getColumnNumber() || 0,
    };
  }

  /** Code made of a string has no file: it stands for the place that called eval. */
  frameOfEval(site) {
    const place = /\(([^()]+):(\d+):(\d+)\)/.exec(site.getEvalOrigin() || '');
    if (!place) return { function: functionOf(site), file: '', line: 0, column: 0 };
    return {
      function: functionOf(site) || 'eval',
      file: this.files.of(place[1]).name,
      line: Number(place[2]),
      column: Number(place[3]),
    };
  }
}

/** As stacks in words have it. A script that stands in a page is told from the page by its own name. */
function urlOf(site) {
  return site.getScriptNameOrSourceURL() || site.getFileName();
}

function keepSites(_, sites) {
  return sites;
}

/** @returns {NodeJS.CallSite[]} structured frames of the caller, innermost first */
function callSites() {
  if (typeof Error.captureStackTrace !== 'function') return [];      // not V8
  const limit = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  const prepare = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const holder = {};
  try {
    Error.stackTraceLimit = DEPTH;
    // Defined, not assigned: a program may have put an accessor there.
    Object.defineProperty(Error, 'prepareStackTrace',
      { value: keepSites, writable: true, configurable: true, enumerable: true });
    Error.captureStackTrace(holder, callSites);
    return Array.isArray(holder.stack) ? holder.stack : [];
  } finally {
    restore('prepareStackTrace', prepare);
    restore('stackTraceLimit', limit);
  }
}

function restore(name, descriptor) {
  if (descriptor) Object.defineProperty(Error, name, descriptor);
  else delete Error[name];
}

/** Receivers whose names say nothing of the function. */
const PLAIN_TYPES = new Set(['Object', 'Function', 'Module', 'global', 'Window']);

/** As a stack trace in words has it: "Model.fit", "async train", "new Model". */
function functionOf(site) {
  let name = site.getFunctionName() || '';
  if (site.isConstructor()) return `new ${name || '<anonymous>'}`;
  if (!site.isToplevel() && name !== '') {
    const type = site.getTypeName();
    if (type && !PLAIN_TYPES.has(type) && !name.startsWith(type)) name = `${type}.${name}`;
  }
  return typeof site.isAsync === 'function' && site.isAsync() ? `async ${name}`.trim() : name;
}

/** The names of source files as reports show them, each worked out once. */
class SourceNames {
  constructor(root, own, nameOfBlob) {
    this.nameOfBlob = nameOfBlob;
    this.root = root.endsWith('/') ? root : `${root}/`;
    this.own = own;
    this.known = new Map();
  }

  /** @returns {{name: string, number: number, isOwn: boolean}} */
  of(url) {
    let file = this.known.get(url);
    if (file === undefined) {
      const name = url ? this.nameOf(String(url)) : '';
      const isOwn = this.own.some((start) => String(url).startsWith(start));
      this.known.set(url, file = { name, number: this.known.size, isOwn });
    }
    return file;
  }

  nameOf(url) {
    if (url.startsWith('data:')) return nameOfData(url);
    // The rest of a blob's address is another at every run.
    if (url.startsWith('blob:')) return this.nameOfBlob(url) || 'blob:';
    let path = url;
    if (url.startsWith('file://')) path = decodeURIComponent(url.slice('file://'.length));
    if (path === this.root) return 'index.html';       // of a page, whose root is its site
    return path.startsWith(this.root) ? path.slice(this.root.length) : path;
  }
}

/** The text of a data URL may be megabytes; a hash of it tells it from others. */
function nameOfData(url) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < url.length; i++) hash = Math.imul(hash ^ url.charCodeAt(i), 0x01000193);
  return `${url.slice(0, url.indexOf(',') + 1)}${(hash >>> 0).toString(16)}`;
}

module.exports = { Stacks };
