'use strict';

const { Edge } = require('./heap_graph.cjs');

/** What the runtime holds for its own sake, by the names of edges. */
const NOT_HOLDING = new Set(['weak_refs_keep_during_job', 'map', '__proto__', 'feedback_cell', 'native_context']);
/** A value of a WeakMap is held by its key; V8 says the same of the table. */
const PAIR = /^\d+ \/ part of key/;

const NONE = -1;

/**
 * @typedef {object} Step
 * @property {number} edge  the reference that leads here; -1 for the root
 * @property {number} node
 *
 * @typedef {object} Found
 * @property {'global'|'runtime'|'stack'|'engine'} from what kind of root the chain starts at
 * @property {Step[]} steps root first, the object that was looked for last
 */

/**
 * Looks for the shortest chain of references to each of some objects. Roots are tried one kind after
 * another, so that a chain from the global object is preferred to any other, and one through the engine
 * comes last but for a reference straight from the stack, which may be the left-over of a call.
 */
class Retainers {
  /**
   * @param {import('./heap_graph.cjs').HeapGraph} graph
   * @param {Iterable<number>} targets the nodes to look for
   * @param {Set<number>} engines      nodes that do not count as holders
   */
  constructor(graph, targets, engines) {
    this.graph = graph;
    this.targets = new Set(targets);
    this.engines = engines;
    this.via = new Int32Array(graph.nodes).fill(NONE);      // the edge that a node was reached by
    this.before = new Int32Array(graph.nodes).fill(NONE);   // where that edge starts
    this.from = new Map();                                  // of targets
    this.seen = new Uint8Array(graph.nodes);
    this.queue = new Uint32Array(graph.nodes);
    this.search();
  }

  /** @returns {Found|null} */
  of(node) {
    const from = this.from.get(node);
    if (from === undefined) return null;
    const steps = [];
    for (let at = node; at !== NONE; at = this.before[at]) steps.push({ edge: this.via[at], node: at });
    return { from, steps: steps.reverse() };
  }

  search() {
    const roots = this.roots();
    for (const engine of this.engines) this.seen[engine] = 1;
    this.walk('global', roots.global, false);
    this.walk('runtime', roots.runtime, false);
    this.walk('stack', roots.stack, true);
    this.walk('engine', [...this.engines], false);
    this.walk('stack', roots.stack, false);
  }

  /** The snapshot's first node leads to the global object, by a shortcut, and to lists of other roots. */
  roots() {
    const { graph } = this;
    const roots = { global: [], runtime: [], stack: [] };
    const lists = [0];
    for (let i = 0; i < lists.length; i++) {
      for (let edge = graph.firstEdge[lists[i]]; edge < graph.firstEdge[lists[i] + 1]; edge++) {
        const node = graph.target[edge];
        if (graph.kindOfEdge[edge] === Edge.SHORTCUT) roots.global.push(node);
        else if (graph.nameOf(node) === '(GC roots)') lists.push(node);
        else if (graph.nameOf(node) === '(Stack roots)') roots.stack.push(node);
        else roots.runtime.push(node);
      }
    }
    return roots;
  }

  /** @param {boolean} indirectly targets that a root itself refers to do not count */
  walk(from, roots, indirectly) {
    const { queue, seen } = this;
    let end = 0;
    for (const root of roots) {
      seen[root] = 1;
      queue[end++] = root;
    }
    const atRoots = end;
    for (let at = 0; at < end && this.from.size < this.targets.size; at++) {
      const isDirect = indirectly && at < atRoots;
      // Of two references to an object the one that has a name is told.
      end = this.visit(queue[at], from, end, isDirect, true);
      end = this.visit(queue[at], from, end, isDirect, false);
    }
  }

  visit(node, from, end, isDirect, named) {
    const { graph, queue, seen } = this;
    for (let edge = graph.firstEdge[node]; edge < graph.firstEdge[node + 1]; edge++) {
      const next = graph.target[edge];
      if (seen[next] !== 0 || (graph.kindOfEdge[edge] < Edge.INTERNAL) !== named) continue;
      if (!this.holds(node, edge)) continue;
      const isTarget = this.targets.has(next);
      if (isTarget && isDirect) continue;
      seen[next] = 1;
      this.via[next] = edge;
      this.before[next] = node;
      if (isTarget) this.from.set(next, from);
      queue[end++] = next;
    }
    return end;
  }

  holds(node, edge) {
    const kind = this.graph.kindOfEdge[edge];
    if (kind === Edge.WEAK || kind === Edge.SHORTCUT) return false;
    if (kind !== Edge.INTERNAL) return true;
    const name = this.graph.edgeName(edge);
    if (NOT_HOLDING.has(name)) return false;
    return !PAIR.test(name) || this.graph.kindOf(node) === 'object';
  }
}

module.exports = { Retainers };
