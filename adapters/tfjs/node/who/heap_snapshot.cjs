'use strict';

const v8 = require('node:v8');
const { HeapReader } = require('./heap_graph.cjs');

const PIECE = 1 << 20;

/**
 * Takes a heap snapshot of this thread, at once: nothing of the program runs meanwhile. V8 collects
 * garbage first, so what nobody holds is not in it. By the stream and not by the inspector, which since
 * Node 22 takes it in a later task: at the end of a program there is none.
 * @returns {import('./heap_graph.cjs').HeapGraph} throws where the snapshot cannot be read to its end
 */
function takeSnapshot() {
  const stream = v8.getHeapSnapshot();
  const reader = new HeapReader();
  // The first read fills the stream with all of the snapshot.
  stream.read(0);
  for (let left = stream.readableLength; left > 0; left = stream.readableLength) {
    // V8 escapes all that is not ASCII.
    reader.add(stream.read(Math.min(PIECE, left)).latin1Slice());
  }
  stream.destroy();
  return reader.end();
}

module.exports = { takeSnapshot };
