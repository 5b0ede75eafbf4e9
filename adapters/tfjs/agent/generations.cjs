'use strict';

/**
 * What differs between the engines of TensorFlow.js, and nowhere else in the agent.
 *
 *   generation        versions       an alias's bytes      op scopes are named
 *   registerTensor    0.11 – 1.1     once for the buffer   add
 *   incRef            1.2 – 3.6      once for the buffer   add, later add__op
 *   trackTensor       3.7 –          once for each tensor  add__op
 */

const OP_SCOPE = '__op';

/**
 * @typedef {object} Generation
 * @property {string} trackMethod      the engine calls it once for each new tensor or alias
 * @property {string} kernelMethod     the engine calls it once for each kernel
 * @property {'tensor'|'buffer'} bytesRule how numBytes counts a shared buffer
 * @property {boolean} countsRemovals  removeDataId() says when a buffer is gone; else its last tensor does
 */

/** @returns {Generation|null} null: not an engine that we know */
function generationOf(engine) {
  const trackMethod = ['trackTensor', 'incRef', 'registerTensor'].find(
    (name) => typeof engine[name] === 'function');
  if (!trackMethod || typeof engine.disposeTensor !== 'function') return null;
  const current = trackMethod === 'trackTensor';
  return {
    trackMethod,
    kernelMethod: typeof engine.runKernelFunc === 'function' ? 'runKernelFunc' : 'runKernel',
    bytesRule: current ? 'tensor' : 'buffer',
    countsRemovals: current,
  };
}

/** Where the engine keeps its counts: before 1.0 on itself. Not to be held: reset() replaces it. */
function stateOf(engine) {
  return engine.state !== undefined ? engine.state : engine;
}

/**
 * Whether a scope that tidy() did not open is that of an operation. Old engines give it the
 * operation's bare name; a program that opens a scope by hand gives none, or later any name but this.
 */
function isOpScope(name, generation) {
  if (typeof name !== 'string') return false;
  return name.endsWith(OP_SCOPE) || generation.trackMethod !== 'trackTensor';
}

/** add__op → add */
function opOfScope(name) {
  return name.endsWith(OP_SCOPE) ? name.slice(0, -OP_SCOPE.length) : name;
}

/**
 * The name of the backend in use, without asking for engine.backend, which would start one.
 * @returns {string} '' while there is none
 */
function backendNameOf(engine, environment) {
  return engine.backendName || (environment && environment.backendName) || '';
}

/** Backends that exist, by name; again without starting one. */
function backendsOf(engine) {
  if (engine.registry) return engine.registry;
  return engine.backend ? { '': engine.backend } : {};
}

module.exports = { generationOf, stateOf, isOpScope, opOfScope, backendNameOf, backendsOf };
