'use strict';

// What we know of an object is kept on the object, in a private field, which nobody else can see: not
// Object.keys(), not a proxy, not console.log(). A WeakMap would do the same at twenty times the cost,
// and a Map would keep the object alive.
//
// Whether an object has the field is asked by reading it: the compiler inlines a read, and not the
// operator `in`. An object without it costs an exception, which is dear; where there are many such (a
// recording that began late), `in` is asked after all.

const MANY_STRANGERS = 64;

/** A base class whose constructor returns the object that it is given, so that fields go there. */
class Given {
  constructor(object) {
    return object;
  }
}

/** The Record of a tensor. */
class RecordOf extends Given {
  #record;
  static strangers = 0;

  constructor(tensor, record) {
    super(tensor);
    this.#record = record;
  }

  /** Undefined where it has none. */
  static get(tensor) {
    if (RecordOf.strangers >= MANY_STRANGERS) return #record in tensor ? tensor.#record : undefined;
    try {
      return tensor.#record;
    } catch {
      RecordOf.strangers++;
      return undefined;
    }
  }

  /** @returns {object|undefined} the Record that was there before */
  static put(tensor, record) {
    try {
      new RecordOf(tensor, record);
      return undefined;
    } catch (error) {
      if (!(#record in tensor)) throw error;
    }
    const before = tensor.#record;
    tensor.#record = record;
    return before;
  }
}

/** The Buffer of a dataId. */
class BufferOf extends Given {
  #buffer;

  constructor(dataId, buffer) {
    super(dataId);
    this.#buffer = buffer;
  }

  // Most are asked for once, and have none yet.
  static get(dataId) {
    return #buffer in dataId ? dataId.#buffer : undefined;
  }

  /** Where it has none. */
  static add(dataId, buffer) {
    new BufferOf(dataId, buffer);
  }

  /** Where it has one. */
  static replace(dataId, buffer) {
    dataId.#buffer = buffer;
  }
}

module.exports = { RecordOf, BufferOf };
