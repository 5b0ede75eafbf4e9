'use strict';

const { Edge } = require('./heap_graph.cjs');

/** Classes that say nothing of an object. */
const PLAIN = new Set(['Object', 'global', 'Window', 'Generator', 'ModuleWrap', '']);
const COLLECTIONS = new Set(['Array', 'Map', 'Set']);
const TIMERS = new Set(['Timeout', 'Immediate']);
/** A longer chain is cut in its middle. */
const MOST_PARTS = 9;
const LONGEST_NAME = 60;
/** A plain object with so many properties is a table of what its program found names for. */
const TABLE = 8;

/**
 * @typedef {object} Part         one reference, as people read it
 * @property {string} words       ".history Array"
 * @property {string} name        "history"; '' where it has none
 * @property {number} node        what it leads to
 * @property {number} container   the collection that it is a member of, or -1
 * @property {number} owner       the object that it is a property of, or -1
 * @property {boolean} isStart     a chain is told from here on
 * @property {string} place       what a variable is: "a variable in app.js"; '' for all else
 */

/** Turns chains of references into words, and finds the collection in them that grows. */
class HolderWords {
  /** @param {import('./heap_graph.cjs').HeapGraph} graph */
  constructor(graph) {
    this.graph = graph;
  }

  /**
   * Tells of some survivors of one site together: the collection in which their chains part is the one
   * that grows.
   * @param {(import('./retainers.cjs').Found|null)[]} chains
   * @returns {{by: string, path: string, members: number}[]} by '': nobody but the engine
   */
  tell(chains) {
    const all = chains.map((found) => (found === null ? [] : this.partsOf(found)));
    return chains.map((found, i) => {
      if (found === null) return { by: '', path: '', members: 0 };
      const path = this.path(all[i]);
      if (found.from === 'engine') return { by: '', path, members: 0 };
      return { path, ...this.holderIn(all[i], all) };
    });
  }

  path(parts) {
    const words = parts.map((part) => part.words);
    if (words.length > MOST_PARTS) words.splice(MOST_PARTS - 5, words.length - MOST_PARTS + 1, '…');
    const path = words.join(' → ');
    // The tensor's own class, which may be a letter in minified code, says nothing.
    const own = this.classOf(parts.at(-1).node);
    return own !== '' && path.endsWith(` ${own}`) ? path.slice(0, -own.length - 1) : path;
  }

  holderIn(parts, all) {
    const at = this.collectionIn(parts, all);
    if (at < 0) return { by: this.single(parts), members: 0 };
    const node = parts[at].node;
    const members = this.membersOf(node, parts[at + 1]);
    const size = `${members} ${members === 1 ? 'element' : 'elements'}`;
    const kind = this.classOf(node) || 'Object';
    const whole = parts[at].name === '' ? `${article(kind)} of ${size}` : `${parts[at].name} (${kind}, ${size})`;
    return { by: this.inWords(parts, at, whole), members };
  }

  /** The place of the collection that grows in a chain: where it parts from another, else the innermost. */
  collectionIn(parts, all) {
    for (const other of all) {
      if (other === parts) continue;
      let at = 0;
      while (at < parts.length && at < other.length && other[at].node === parts[at].node) at++;
      if (at > 0 && at < parts.length && this.isMember(parts[at], parts[at - 1].node)) return at - 1;
    }
    const last = parts.findLastIndex((part, at) => at > 0 && part.container === parts[at - 1].node);
    return last - 1;
  }

  isMember({ container, owner }, node) {
    if (container === node) return true;
    return owner === node && this.classOf(node) === '' && this.count(node, Edge.PROPERTY) >= TABLE;
  }

  count(node, kind) {
    const { graph } = this;
    let count = 0;
    for (let edge = graph.firstEdge[node]; edge < graph.firstEdge[node + 1]; edge++) {
      if (graph.kindOfEdge[edge] === kind) count++;
    }
    return count;
  }

  /** What holds a tensor that is in no collection: the name that it has there. */
  single(parts) {
    const { name, node } = parts.at(-1);
    return this.inWords(parts, parts.length - 1, name || article(this.classOf(node) || 'object'));
  }

  /** "history (Array, 30 elements), in app, a global": where a part is, in words. */
  inWords(parts, at, whole) {
    const place = this.placeOf(parts, at);
    if (place !== '' || at === 0) return place === '' ? whole : `${whole}, ${place}`;
    const outer = parts.slice(0, at).findLastIndex(({ name, place: own }) => name !== '' || own !== '');
    if (outer < 0) return whole;
    const { name, node } = parts[outer];
    const owner = this.classOf(node);
    const inside = name === '' ? whole : `${whole}, in ${name}${owner === '' ? '' : ` (${owner})`}`;
    const around = this.placeOf(parts, outer);
    return around === '' ? inside : `${inside}, ${around}`;
  }

  placeOf(parts, at) {
    if (at === 0 || parts[at].place !== '') return parts[at].place;
    if (parts[at - 1].words === ROOTS.global) return 'a global';
    return parts[at - 1].words === ROOTS.stack ? 'a variable of a running function' : '';
  }

  classOf(node) {
    if (this.graph.kindOf(node) !== 'object') return '';
    const name = short(this.graph.nameOf(node)).replace(/ \/.*$/, '').trim();
    return PLAIN.has(name) || name.startsWith('system') ? '' : name;
  }

  /** How many members a collection has: as many as stand where `member` stands. */
  membersOf(node, member) {
    const { graph } = this;
    const { table, step, first, owner } = member;
    if (table < 0) return this.count(node, owner === node ? Edge.PROPERTY : Edge.ELEMENT);
    let members = 0;
    for (let edge = graph.firstEdge[table]; edge < graph.firstEdge[table + 1]; edge++) {
      if (Number(graph.edgeName(edge)) % step === first) members++;
    }
    return members;
  }

  /** The references of a chain that a programmer knows of; those inside the runtime are passed over. */
  partsOf({ from, steps }) {
    const parts = [part(ROOTS[from], { node: steps[0].node })];
    let closure = -1;
    for (let i = 1; i < steps.length; i++) {
      const next = this.partAt(steps, i, closure, parts.at(-1));
      // How the runtime comes to a module or a timer is of no interest.
      if (next !== null && next.isStart) parts.length = 0;
      if (next !== null) parts.push(next);
      closure = this.functionAt(steps[i].node, closure);
    }
    return parts;
  }

  /** The function whose variables the scopes that follow in a chain have, or -1. */
  functionAt(node, before) {
    if (this.graph.kindOf(node) === 'closure') return node;
    const name = this.graph.nameOf(node);
    if (name === 'Generator') return this.graph.follow(node, 'function');
    return name === 'system / Context' ? before : -1;
  }

  partAt(steps, i, closure, last) {
    const { graph } = this;
    const { edge, node } = steps[i];
    const own = this.classOf(node);
    if (TIMERS.has(own)) return part('a timer', { node, isStart: true });
    if (graph.nameOf(node) === 'ModuleWrap') return this.module(node);
    const name = graph.edgeName(edge);
    switch (graph.kindOfEdge[edge]) {
      case Edge.CONTEXT:
        return this.variable(name, node, closure);
      case Edge.ELEMENT:
        if (graph.kindOf(steps[i - 1].node) !== 'object') return this.unnamed(node, last);
        return part(this.withClass(`[${name}]`, node), { node, container: steps[i - 1].node });
      case Edge.PROPERTY:
        return this.property(name, node, last, steps[i - 1].node);
      default:
        return this.internal(steps, i, last);
    }
  }

  /** A variable that functions of a file share: which of them use it, the heap does not say. */
  variable(name, node, closure) {
    const file = closure < 0 ? '' : this.fileOfFunction(closure);
    return part(this.withClass(`closure → ${short(name)}`, node),
      { node, name: short(name), place: file === '' ? '' : `a variable in ${file}` });
  }

  /** A module of ECMAScript. */
  module(node) {
    const url = this.graph.follow(node, 'url');
    const name = url < 0 ? 'a module' : `module ${short(lastOf(this.graph.nameOf(url)))}`;
    return part(name, { node, name, isStart: true });
  }

  fileOfFunction(closure) {
    const { graph } = this;
    const code = graph.follow(closure, 'shared');
    const script = code < 0 ? -1 : Math.max(graph.follow(code, 'script_or_debug_info'), graph.follow(code, 'script'));
    return script < 0 ? '' : short(lastOf(graph.nameOf(script)));
  }

  property(name, node, last, owner) {
    const key = short(name);
    const words = last.words === 'global' ? key : `.${key}`;
    if (this.graph.nameOf(owner) === 'Module' && key === 'exports') {
      const exports = `exports of ${this.fileOf(owner)}`;
      return part(exports, { node, name: exports, isStart: true });
    }
    return part(this.withClass(words, node), { node, name: key, owner });
  }

  /** A member of a Map or a Set, a local variable of a function that waits; else nothing to tell. */
  internal(steps, i, last) {
    const { graph } = this;
    const { node } = steps[i];
    const table = steps[i - 1].node;
    const outer = steps[i - 2];
    const slot = Number(graph.edgeName(steps[i].edge));
    if (outer === undefined || Number.isNaN(slot)) return this.unnamed(node, last);
    const by = graph.edgeName(steps[i - 1].edge);
    const kind = graph.nameOf(outer.node);
    if (by === 'table' && (kind === 'Map' || kind === 'Set')) return this.entry(kind, table, outer.node, slot, node);
    if (by === 'parameters_and_registers') return this.local(outer.node, node);
    return this.unnamed(node, last);
  }

  /** A Map's table is a row of (key, value, next), a Set's of (key, next), behind its buckets. */
  entry(kind, table, collection, slot, node) {
    const step = kind === 'Map' ? 3 : 2;
    const fields = { node, container: collection, table, step, first: slot % step };
    if (kind === 'Set') return part(this.withClass('a member', node), fields);
    const key = this.graph.follow(table, String(slot - 1));
    const isText = key >= 0 && this.graph.kindOf(key) === 'string';
    const words = isText ? `[${JSON.stringify(short(this.graph.nameOf(key)))}]` : 'a value';
    return part(this.withClass(words, node), fields);
  }

  local(generator, node) {
    const code = this.graph.follow(generator, 'function');
    const name = code < 0 ? '' : short(this.graph.nameOf(code));
    const whose = name === '' ? 'a function that waits' : `${name}(), which waits`;
    return part(`a variable of ${whose}${this.classOf(node) === '' ? '' : `: ${this.classOf(node)}`}`,
      { node, place: `a variable of ${whose}` });
  }

  /** What the stack or the runtime itself refers to: a collection, or what a function has at hand. */
  unnamed(node, last) {
    const name = this.classOf(node);
    const isWorthTelling = COLLECTIONS.has(name) || (name !== '' && last.words === ROOTS.stack);
    return isWorthTelling ? part(name, { node }) : null;
  }

  fileOf(module) {
    const file = this.graph.follow(module, 'filename');
    return file < 0 ? 'a module' : lastOf(this.graph.nameOf(file));
  }

  withClass(words, node) {
    const name = this.classOf(node);
    return name === '' || name === words ? words : `${words} ${name}`;
  }
}

const ROOTS = { global: 'global', runtime: 'the runtime', stack: 'a running function', engine: 'engine' };

function part(words, { node, name = '', container = -1, owner = -1, place = '', table = -1, step = 1, first = 0,
  isStart = false }) {
  return { words, node, name, container, owner, place, table, step, first, isStart };
}

function article(noun) {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function lastOf(path) {
  return path.split(/[\\/]/).at(-1);
}

function short(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

module.exports = { HolderWords };
