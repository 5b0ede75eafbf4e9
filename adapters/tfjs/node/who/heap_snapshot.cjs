'use strict';

const { HeapReader } = require('./heap_graph.cjs');

/**
 * Takes a heap snapshot of this thread, at once: nothing of the program runs meanwhile. V8 collects
 * garbage first, so what nobody holds is not in it.
 * @returns {import('./heap_graph.cjs').HeapGraph} throws where this node has no inspector
 */
function takeSnapshot() {
  const { Session } = require('node:inspector');
  const session = new Session();
  const reader = new HeapReader();
  let failure = null;
  session.connect();
  try {
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ params }) => {
      // What is thrown in a listener would be thrown at the program.
      try { if (failure === null) reader.add(params.chunk); } catch (error) { failure = error; }
    });
    session.post('HeapProfiler.takeHeapSnapshot', { reportProgress: false }, (error) => {
      if (error) failure = new Error(error.message);
    });
  } finally {
    session.disconnect();
  }
  if (failure !== null) throw failure;
  return reader.end();
}

module.exports = { takeSnapshot };
