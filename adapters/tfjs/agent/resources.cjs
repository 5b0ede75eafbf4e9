'use strict';

const { backendsOf } = require('./generations.cjs');

/**
 * What lies below the tensors and can leak while tf.memory() stands still.
 * Each reads one number of a backend that has it; they run at frame marks, and only ever read.
 */
const READERS = [
  ['data ids', (backend) => typeof backend.numDataIds === 'function' ? backend.numDataIds() : undefined],
  ['wasm bytes', (backend) => backend.wasm && backend.wasm.HEAPU8 && backend.wasm.HEAPU8.length],
  ['textures', (backend) => backend.textureManager && sum(
    backend.textureManager.numUsedTextures, backend.textureManager.numFreeTextures)],
  ['GPU bytes', (backend) => backend.textureManager && backend.textureManager._numBytesAllocated],
  ['programs', (backend) => backend.binaryCache && Object.keys(backend.binaryCache).length],
];

function sum(a, b) {
  return typeof a === 'number' && typeof b === 'number' ? a + b : undefined;
}

/** @param {(name: string, value: number) => void} found */
function readResources(engine, found) {
  const backends = backendsOf(engine);
  for (const [name, read] of READERS) {
    let total = -1;
    for (const key of Object.keys(backends)) {
      const value = readOne(read, backends[key]);
      if (value >= 0) total = Math.max(total, 0) + value;
    }
    if (total >= 0) found(name, total);
  }
}

/** A backend that is half made, disposed or of another make must not stop the recording. */
function readOne(read, backend) {
  try {
    const value = backend ? read(backend) : undefined;
    return typeof value === 'number' ? value : -1;
  } catch {
    return -1;
  }
}

module.exports = { readResources };
