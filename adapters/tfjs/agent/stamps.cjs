'use strict';

// What we know of an object is kept on the object, in a private field, which nobody else can see: not
// Object.keys(), not a proxy, not console.log(). A WeakMap would do the same at twenty times the cost,
// and a Map would keep the object alive.

/** A base class whose constructor returns the object that it is given, so that fields go there. */
class Given {
  constructor(object) {
    return object;
  }
}

/** The Record of a tensor. */
class RecordOf extends Given {
  #record;

  constructor(tensor, record) {
    super(tensor);
    this.#record = record;
  }

  static get(tensor) {
    return #record in tensor ? tensor.#record : undefined;
  }

  static set(tensor, record) {
    if (#record in tensor) tensor.#record = record;
    else new RecordOf(tensor, record);
  }
}

/** The Buffer of a dataId. */
class BufferOf extends Given {
  #buffer;

  constructor(dataId, buffer) {
    super(dataId);
    this.#buffer = buffer;
  }

  static get(dataId) {
    return #buffer in dataId ? dataId.#buffer : undefined;
  }

  static set(dataId, buffer) {
    if (#buffer in dataId) dataId.#buffer = buffer;
    else new BufferOf(dataId, buffer);
  }
}

module.exports = { RecordOf, BufferOf };
