'use strict';

/** Kinds of edges of a V8 heap snapshot, by their numbers in ours. */
const Edge = Object.freeze({ CONTEXT: 0, ELEMENT: 1, PROPERTY: 2, INTERNAL: 3, HIDDEN: 4, SHORTCUT: 5, WEAK: 6 });
const EDGE_KINDS = ['context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak'];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = 0x5b;
const CLOSING = 0x5d;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * The objects of a heap snapshot and what refers to what, in typed arrays: for each object about 9 bytes
 * and for each reference 9 (the snapshot's JSON has about ten times that), and the strings. Read from
 * pieces as they come, so that the JSON is never in memory as a whole.
 */
class HeapGraph {
  constructor() {
    this.nodeKinds = [];         // names of the kinds of nodes
    this.nodes = 0;
    this.edges = 0;
    this.kindOfNode = null;      // Uint8Array
    this.nameOfNode = null;      // Uint32Array into strings
    this.firstEdge = null;       // Uint32Array, one more than nodes
    this.kindOfEdge = null;      // Uint8Array of Edge
    this.nameOfEdge = null;      // Uint32Array: into strings, or for ELEMENT and HIDDEN the index itself
    this.target = null;          // Uint32Array of nodes
    this.strings = [];
  }

  nameOf(node) {
    return this.strings[this.nameOfNode[node]];
  }

  kindOf(node) {
    return this.nodeKinds[this.kindOfNode[node]];
  }

  /** @returns {string|number} a number for elements */
  edgeName(edge) {
    const kind = this.kindOfEdge[edge];
    const name = this.nameOfEdge[edge];
    return kind === Edge.ELEMENT || kind === Edge.HIDDEN ? name : this.strings[name];
  }

  /** The node that an edge of this name leads to, or -1. */
  follow(node, name) {
    for (let edge = this.firstEdge[node]; edge < this.firstEdge[node + 1]; edge++) {
      if (this.edgeName(edge) === name) return this.target[edge];
    }
    return -1;
  }
}

/**
 * Reads a snapshot from pieces of its JSON. Knows the order of its parts, which V8 always had: the
 * description, then "nodes", "edges" and others, all lists of whole numbers, and "strings" last.
 */
class HeapReader {
  constructor() {
    this.graph = new HeapGraph();
    this.state = 'description';
    this.text = '';              // of the part that is read as JSON
    this.row = null;             // takes the numbers of one list
    this.number = -1;            // that is being read; -1: none
    this.isInString = false;
    this.isEscaped = false;
  }

  /** @param {string} piece */
  add(piece) {
    for (let at = 0; at < piece.length;) {
      if (this.state === 'numbers') at = this.readNumbers(piece, at);
      else if (this.state === 'strings') at = this.readStrings(piece, at);
      else at = this.findList(piece, at);
    }
  }

  /** @returns {HeapGraph} throws where the snapshot is not whole */
  end() {
    const { graph } = this;
    if (this.state !== 'end' || graph.target === null) throw new Error('the heap snapshot is not whole');
    return graph;
  }

  /** Up to the bracket that opens the next list of the snapshot itself. */
  findList(piece, start) {
    if (this.state === 'end') return piece.length;
    for (let at = start; at < piece.length; at++) {
      if (piece.charCodeAt(at) !== OPENING) continue;
      this.text += piece.slice(start, at);
      const [, name] = /"(\w+)":\s*$/.exec(this.text) || [];
      if (name === 'nodes' || name === 'edges' || name === 'strings' || this.graph.target !== null) {
        this.openList(name);
        return at + 1;
      }
      this.text += '[';
      start = at + 1;
    }
    this.text += piece.slice(start);
    return piece.length;
  }

  openList(name) {
    if (name === 'nodes') this.describe();
    if (name === 'edges') this.row = this.edgeRow();
    else if (name !== 'nodes') this.row = () => {};
    this.state = name === 'strings' ? 'strings' : 'numbers';
    this.text = name === 'strings' ? '[' : '';
    this.number = -1;
  }

  describe() {
    const { graph } = this;
    const head = this.text.slice(0, this.text.lastIndexOf('"nodes"')).replace(/,\s*$/, '');
    const { meta, node_count: nodes, edge_count: edges } = JSON.parse(`${head}}`).snapshot;
    graph.nodeKinds = meta.node_types[0];
    graph.nodes = nodes;
    graph.edges = edges;
    graph.kindOfNode = new Uint8Array(nodes);
    graph.nameOfNode = new Uint32Array(nodes);
    graph.firstEdge = new Uint32Array(nodes + 1);
    this.nodeFields = meta.node_fields;
    this.edgeFields = meta.edge_fields;
    this.edgeKinds = meta.edge_types[0].map((kind) => EDGE_KINDS.indexOf(kind));
    this.row = this.nodeRow();
  }

  nodeRow() {
    const { graph } = this;
    const width = this.nodeFields.length;
    const [kind, name, count] = ['type', 'name', 'edge_count'].map((field) => this.nodeFields.indexOf(field));
    let node = 0;
    let field = 0;
    return (value) => {
      if (field === kind) graph.kindOfNode[node] = value;
      else if (field === name) graph.nameOfNode[node] = value;
      else if (field === count) graph.firstEdge[node + 1] = graph.firstEdge[node] + value;
      if (++field === width) {
        field = 0;
        node++;
      }
    };
  }

  edgeRow() {
    const { graph, edgeKinds } = this;
    graph.kindOfEdge = new Uint8Array(graph.edges);
    graph.nameOfEdge = new Uint32Array(graph.edges);
    graph.target = new Uint32Array(graph.edges);
    const width = this.nodeFields.length;
    let edge = 0;
    let field = 0;
    return (value) => {
      if (field === 0) graph.kindOfEdge[edge] = edgeKinds[value];
      else if (field === 1) graph.nameOfEdge[edge] = value;
      else graph.target[edge] = value / width;
      if (++field === 3) {
        field = 0;
        edge++;
      }
    };
  }

  /** Numbers are never negative, and never broken: lists are. */
  readNumbers(piece, start) {
    const { row } = this;
    let { number } = this;
    for (let at = start; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code >= ZERO && code <= NINE) {
        number = (number < 0 ? 0 : number * 10) + code - ZERO;
        continue;
      }
      if (number >= 0) row(number);
      number = -1;
      if (code === CLOSING) {
        this.state = 'between';
        return at + 1;
      }
    }
    this.number = number;
    return piece.length;
  }

  /** Strings are parsed a piece at a time, cut at a comma between two of them. */
  readStrings(piece, start) {
    let cut = -1;
    for (let at = start; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.isEscaped) this.isEscaped = false;
      else if (this.isInString && code === BACKSLASH) this.isEscaped = true;
      else if (code === QUOTE) this.isInString = !this.isInString;
      else if (!this.isInString && code === COMMA) cut = at;
      else if (!this.isInString && code === CLOSING) {
        this.takeStrings(this.text + piece.slice(start, at));
        this.state = 'end';
        return at + 1;
      }
    }
    if (cut < 0) {
      this.text += piece.slice(start);
    } else {
      this.takeStrings(this.text + piece.slice(start, cut));
      this.text = `[${piece.slice(cut + 1)}`;
    }
    return piece.length;
  }

  takeStrings(text) {
    const { strings } = this.graph;
    for (const string of JSON.parse(`${text}]`)) strings.push(string);
  }
}

module.exports = { HeapReader, HeapGraph, Edge };
