'use strict';

/** Numbers that the sink takes; the same as in libtrack/include/track/track.h. */
const Why = Object.freeze({ UNKNOWN: 0, DISPOSE: 1, SCOPE: 2, VARIABLE: 3, POOL: 4, COLLECTED: 5 });
const Flag = Object.freeze({ VARIABLE: 1, KEPT: 2, TAPE: 4, POOL: 8, COUNTED: 16 });

/** Bytes of one element in memory. Text has no fixed size. */
function bytesOfElement(dtype) {
  switch (dtype) {
    case 'float32': return 4;
    case 'int32': return 4;
    case 'bool': return 1;
    case 'complex64': return 8;
    default: return 0;
  }
}

module.exports = { Why, Flag, bytesOfElement };
