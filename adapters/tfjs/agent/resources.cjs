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
  ['GPU buffers', (backend) => backend.bufferManager && sum(
    backend.bufferManager.numUsedBuffers, backend.bufferManager.numFreeBuffers)],
  ['GPU bytes', gpuBytes],
  // Compiled shaders: of WebGL, and of WebGPU.
  ['programs', ({ binaryCache, pipelineCache }) => keysOf(binaryCache || pipelineCache)],
];

/** WebGL keeps all in textures; WebGPU in buffers, and images in textures. */
function gpuBytes({ textureManager, bufferManager }) {
  if (bufferManager) return sum(bufferManager.numBytesAllocated, textureManager.numBytesAllocated);
  return textureManager && textureManager._numBytesAllocated;
}

function keysOf(cache) {
  return cache && Object.keys(cache).length;
}

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
