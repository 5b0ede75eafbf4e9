'use strict';

// A stack names places in the code that runs. Where a test runner has compiled it, the runner, or node
// itself, knows the source maps by which they are told as places of the source.

const path = require('node:path');
const { findSourceMap } = require('node:module');

/** A frame as V8 gives it to `Error.prepareStackTrace`, which runners put their own function in place of. */
class CallSite {
  constructor(file, { function: name, line, column }) {
    Object.assign(this, { file, name, line, column });
  }

  getFileName() { return this.file; }
  getScriptNameOrSourceURL() { return this.file; }
  getLineNumber() { return this.line; }
  getColumnNumber() { return this.column; }
  getEnclosingLineNumber() { return this.line; }
  getEnclosingColumnNumber() { return this.column; }
  getPosition() { return 0; }
  getFunctionName() { return this.name || null; }
  getMethodName() { return null; }
  getTypeName() { return null; }
  getThis() { return undefined; }
  getFunction() { return undefined; }
  getEvalOrigin() { return undefined; }
  getPromiseIndex() { return null; }
  getScriptHash() { return ''; }
  isNative() { return false; }
  isToplevel() { return true; }
  isEval() { return false; }
  isConstructor() { return false; }
  isAsync() { return false; }
  isPromiseAll() { return false; }
  toString() { return `${this.name} (${this.file}:${this.line}:${this.column})`; }
}

/**
 * @param {import('../agent/stacks.cjs').Frame} frame
 * @returns {import('../agent/stacks.cjs').Frame} itself where there is no map
 */
function originalPlace(frame) {
  if (frame.file === '' || frame.line === 0) return frame;
  const file = /^[a-z]{2,}:/.test(frame.file) ? frame.file : path.resolve(frame.file);
  try {
    const place = byRunner(file, frame) || byNode(file, frame);
    return place === null ? frame : { ...frame, ...place, file: shortName(place.file) };
  } catch {
    return frame;
  }
}

/** Where a test has a realm of its own, the runner's function may be in that of node, as node then uses it, too. */
function byRunner(file, frame) {
  const prepare = Error.prepareStackTrace || errorOfNode().prepareStackTrace;
  if (typeof prepare !== 'function') return null;
  const words = String(prepare(new Error('for its stack'), [new CallSite(file, frame)]));
  const found = /^\s+at (?:.*\()?([^()\n]+):(\d+):(\d+)\)?$/m.exec(words);
  if (found === null) return null;
  const [line, column] = [Number(found[2]), Number(found[3])];
  return line === frame.line && column === frame.column ? null : { file: found[1], line, column };
}

function errorOfNode() {
  try {
    path.resolve(0);
  } catch (error) {
    let constructor = error.constructor;
    while (constructor.name !== 'Error') constructor = Object.getPrototypeOf(constructor);
    return constructor;
  }
  return Error;
}

function byNode(file, { line, column }) {
  const map = findSourceMap(file);
  const entry = map === undefined ? {} : map.findEntry(line - 1, column - 1);
  if (entry.originalSource === undefined) return null;
  return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

function shortName(file) {
  const name = file.startsWith('file://') ? decodeURIComponent(file.slice('file://'.length)) : file;
  const root = `${process.cwd()}/`;
  return name.startsWith(root) ? name.slice(root.length) : name;
}

module.exports = { originalPlace };
