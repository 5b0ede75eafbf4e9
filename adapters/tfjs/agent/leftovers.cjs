'use strict';

const { stateOf, backendsOf } = require('./generations.cjs');

/**
 * Names the kernels that leave data behind in a backend, of which the engine knows nothing: the data ids
 * of all backends, less the engine's buffers, are more afterwards than before.
 */
class Leftovers {
  constructor(engine) {
    this.engine = engine;
    this.backends = [];
    this.current = null;    // the backend in use when they were listed
    this.left = 0;          // by all kernels that are done
    this.byOp = new Map();  // the name of the kernel → how many
  }

  /** @returns {number} to be given to one of the others */
  before() {
    if (this.engine.backendInstance !== this.current) this.listBackends();
    return this.unknownData() - this.left;
  }

  /** @returns {number} how many more there are than before, less what is known of */
  since(before) {
    return this.unknownData() - this.left - before;
  }

  /** A kernel left more. What the kernels inside it left has been counted as theirs. */
  afterKernel(before, name, output) {
    // The parts of complex numbers go when the whole does.
    if (!isComplex(output)) this.add(name, this.since(before));
  }

  /**
   * A tensor was disposed and no data went with it: a kernel had taken them already, and the books were
   * even only because it left others in their place.
   * @param {string} name of the kernel that read the tensor last
   */
  afterDispose(before, name) {
    if (name !== '') this.add(name, this.since(before));
  }

  add(name, more) {
    this.left += more;
    this.byOp.set(name, (this.byOp.get(name) || 0) + more);
  }

  unknownData() {
    // Before 1.2 backends do not count their data.
    if (this.backends.length === 0) return 0;
    let ids = -stateOf(this.engine).numDataBuffers;
    for (let i = 0; i < this.backends.length; i++) ids += this.backends[i].numDataIds();
    return ids;
  }

  listBackends() {
    this.current = this.engine.backendInstance;
    this.backends = Object.values(backendsOf(this.engine)).filter(
      (backend) => backend && typeof backend.numDataIds === 'function');
  }
}

function isComplex(output) {
  const tensor = Array.isArray(output) ? output[0] : output;
  return tensor !== undefined && tensor !== null && tensor.dtype === 'complex64';
}

module.exports = { Leftovers };
