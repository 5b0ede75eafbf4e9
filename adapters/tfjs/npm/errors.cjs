'use strict';

/** Tensors were left behind. */
class LeakedTensorsError extends Error {
  constructor(message) {
    super(message);
    this.name = 'LeakedTensorsError';
  }
}

/** There was nothing to judge, which is not the same as nothing that leaks. */
class NothingObservedError extends Error {
  constructor(message) {
    super(message);
    this.name = 'NothingObservedError';
  }
}

/**
 * The place of a call, for an error that is found later.
 * @param {Function} callee whose caller it is
 * @returns {(error: Error) => Error} gives the error that place
 */
function placeOfCaller(callee) {
  const holder = {};
  Error.captureStackTrace(holder, callee);
  return (error) => {
    const places = /\n\s+at [^]*$/.exec(String(holder.stack));
    error.stack = `${error.name}: ${error.message}${places === null ? '' : places[0]}`;
    return error;
  };
}

module.exports = { LeakedTensorsError, NothingObservedError, placeOfCaller };
