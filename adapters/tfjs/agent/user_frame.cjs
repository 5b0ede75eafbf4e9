'use strict';

// Which code is the program's own: the rules of reports/analysis/frame_owner.cpp, so far as they speak
// of JavaScript.

/** Beginnings of the names of bundles. */
const LIBRARIES = ['tf.min.js', 'tf.js', 'tf.es2017.', 'tf.fesm.', 'tf-core.', 'tf-layers.', 'tf-backend-',
  'tf-converter.', 'tf-data.', 'ml5.js', 'ml5.min.js', 'p5.js', 'p5.min.js'];
const FOLDER_OF_LIBRARY = /node_modules\/|(?:^|\/)[^/]+@\d[^/]*\//;
const OF_THE_LANGUAGE = /^(?:node:|internal\/)/;
const UNNAMED = /^$|<anonymous>|native code/;

/** @param {import('./stacks.cjs').Frame} frame */
function isOfUser({ function: name, file }) {
  if (file === '') return !UNNAMED.test(name);
  if (FOLDER_OF_LIBRARY.test(file) || OF_THE_LANGUAGE.test(file)) return false;
  const base = file.slice(file.lastIndexOf('/') + 1);
  return !LIBRARIES.some((beginning) => base.startsWith(beginning));
}

/**
 * @param {import('./stacks.cjs').Frame[]} frames innermost first
 * @returns {import('./stacks.cjs').Frame|null} the first of the program's own, else the outermost;
 *   null where there is none
 */
function userFrameOf(frames) {
  return frames.find(isOfUser) || frames[frames.length - 1] || null;
}

/**
 * The function of userFrameOf() as reports name it: a callback without a name by the function that it is
 * written in, where a library calls it from there: "forward › (anonymous)".
 * @param {import('./stacks.cjs').Frame[]} frames innermost first
 * @returns {string} '' where there is no frame
 */
function userFunctionOf(frames) {
  const frame = userFrameOf(frames);
  if (frame === null) return '';
  if (frame.function !== '') return frame.function;
  const outer = functionAround(frames, frames.indexOf(frame));
  return outer === '' ? '(anonymous)' : `${outer} › (anonymous)`;
}

function functionAround(frames, callback) {
  let crossedLibrary = false;
  for (const caller of frames.slice(callback + 1)) {
    if (!isOfUser(caller)) {
      crossedLibrary = true;
      continue;
    }
    if (!crossedLibrary || !isWrittenIn(frames[callback], caller) || caller.function === 'Object.<anonymous>') return '';
    if (caller.function !== '') return caller.function;
  }
  return '';
}

/** It stands behind the place of the call that it is an argument of. */
function isWrittenIn(callback, caller) {
  if (callback.file !== caller.file) return false;
  return callback.line > caller.line || (callback.line === caller.line && callback.column > caller.column);
}

module.exports = { userFrameOf, userFunctionOf };
