'use strict';

const os = require('node:os');
const { takeSnapshot } = require('./heap_snapshot.cjs');
const { Edge } = require('./heap_graph.cjs');
const { Retainers } = require('./retainers.cjs');
const { HolderWords } = require('./holder_words.cjs');

/** A larger heap is not looked through: it would take half a minute. */
const LARGEST_HEAP = 256 * 2 ** 20;
/** What V8 takes for a snapshot of small objects beside them, as a multiple of what they take. */
const MEMORY_FOR_HEAP = 18;

/**
 * Is in the heap while a snapshot is taken, so that what is asked for is found there: by its class, of
 * which there is no other. A tensor is whatever has one of the records in its private field.
 */
class TensorleakAsks {
  constructor(records, engines) {
    this.records = records;
    this.engines = engines;
  }
}

/**
 * Finds out who holds some tensors. Groups are lists of records of tensors of one site.
 * @param {object[][]} groups
 * @param {object[]} engines
 * @returns {{by: string, path: string, members: number}[][]} for each record of each group: see
 *   HolderWords.tell(). Throws in words where it cannot be found out
 */
function whoHolds(groups, engines) {
  const reason = whyNot(process.memoryUsage().heapUsed, os.freemem());
  if (reason !== '') throw new Error(reason);
  const asks = new TensorleakAsks(groups.flat(), engines);
  const graph = takeSnapshot();
  const { records, engines: nodesOfEngines } = nodesOf(asks, graph);
  const tensors = tensorsOf(records, graph);
  const retainers = new Retainers(graph, tensors.filter((node) => node >= 0), new Set(nodesOfEngines));
  const words = new HolderWords(graph);
  let next = 0;
  return groups.map((group) => {
    const nodes = group.map(() => tensors[next++]);
    return words.tell(nodes.map((node) => (node < 0 ? null : retainers.of(node))));
  });
}

/** Why a heap of so many bytes is not looked through; '' where it is. */
function whyNot(heap, free) {
  if (heap > LARGEST_HEAP) {
    return `the heap holds ${inMiB(heap)}, and more than ${inMiB(LARGEST_HEAP)} are not looked through`;
  }
  const needed = heap * MEMORY_FOR_HEAP;
  if (needed <= free) return '';
  return `the heap holds ${inMiB(heap)}, a snapshot may need ${inMiB(needed)}, and ${inMiB(free)} are free`;
}

function inMiB(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** Where the lists of what is asked for are in the snapshot. */
function nodesOf(asks, graph) {
  for (let node = 0; node < graph.nodes; node++) {
    if (graph.nameOf(node) !== asks.constructor.name || graph.kindOf(node) !== 'object') continue;
    const records = graph.follow(node, 'records');
    const engines = graph.follow(node, 'engines');
    if (records >= 0 && engines >= 0) {
      return { records: elementsOf(records, graph), engines: elementsOf(engines, graph) };
    }
  }
  throw new Error('the heap snapshot does not show what was asked for');
}

function elementsOf(array, graph) {
  const elements = [];
  for (let edge = graph.firstEdge[array]; edge < graph.firstEdge[array + 1]; edge++) {
    if (graph.kindOfEdge[edge] === Edge.ELEMENT) elements[graph.edgeName(edge)] = graph.target[edge];
  }
  return elements;
}

/** The node that has each record in its private field, or -1: the tensor was collected. */
function tensorsOf(records, graph) {
  const places = new Map(records.map((node, i) => [node, i]));
  const isRecord = new Uint8Array(graph.nodes);
  for (const node of records) isRecord[node] = 1;
  const tensors = new Array(records.length).fill(-1);
  for (let node = 0; node < graph.nodes; node++) {
    for (let edge = graph.firstEdge[node]; edge < graph.firstEdge[node + 1]; edge++) {
      const target = graph.target[edge];
      if (isRecord[target] === 1 && graph.edgeName(edge) === '#record') tensors[places.get(target)] = node;
    }
  }
  return tensors;
}

module.exports = { whoHolds };
