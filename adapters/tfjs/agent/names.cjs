'use strict';

/** Numbers that the sink takes; the same as in libtrack/include/track/track.h. */
const Why = Object.freeze({ UNKNOWN: 0, DISPOSE: 1, SCOPE: 2, VARIABLE: 3, POOL: 4, COLLECTED: 5 });
const Flag = Object.freeze({ VARIABLE: 1, KEPT: 2, TAPE: 4, POOL: 8, COUNTED: 16 });

/** Bytes of one element in memory. Text has no fixed size. */
const ELEMENT_BYTES = Object.freeze({ float32: 4, int32: 4, bool: 1, complex64: 8, string: 0 });

module.exports = { Why, Flag, ELEMENT_BYTES };
