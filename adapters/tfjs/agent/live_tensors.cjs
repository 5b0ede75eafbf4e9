'use strict';

/** A tensor that is alive. Neighbours on its buffer are told apart by age. */
class LiveTensor {
  constructor(id, sequence, site, flags) {
    this.id = id;
    this.sequence = sequence;   // how many were made up to it
    this.site = site;
    this.flags = flags;
    this.name = 0;              // the number of its text
    this.isLost = false;
    this.buffer = null;
    this.held = 0;              // bytes that count for it
    this.older = null;
    this.younger = null;
  }
}

class Buffer {
  constructor(id, bytes) {
    this.id = id;
    this.bytes = bytes;
    this.oldest = null;
    this.youngest = null;
  }
}

/**
 * The tensors that are alive and the buffers that they are on. The bytes of a buffer count at its oldest
 * live tensor, its aliases count 0:
 *
 *   buffer 7, 64 B    oldest ── tensor 3 (64 B) ── tensor 9 (0 B) ── youngest
 *   free 3            oldest ── tensor 9 (64 B) ── youngest
 */
class LiveTensors {
  /** @param {(site: object, more: number) => void} held told where bytes begin and cease to be held */
  constructor(held) {
    this.held = held;
    this.tensors = new Map();     // by id, in the order of their creation
    this.buffers = new Map();
    this.bytes = 0;
  }

  add(tensor, bufferId, bytes) {
    this.tensors.set(tensor.id, tensor);
    this.link(tensor, bufferId, bytes);
  }

  find(id) {
    return this.tensors.get(id);
  }

  remove(tensor) {
    this.tensors.delete(tensor.id);
    this.unlink(tensor);
  }

  /** It stays the same tensor, on another buffer. */
  move(tensor, bufferId, bytes) {
    this.unlink(tensor);
    this.link(tensor, bufferId, bytes);
  }

  link(tensor, bufferId, bytes) {
    let buffer = this.buffers.get(bufferId);
    if (buffer === undefined) this.buffers.set(bufferId, buffer = new Buffer(bufferId, bytes));
    else this.hold(buffer.oldest, 0);
    buffer.bytes = Math.max(buffer.bytes, bytes);
    tensor.buffer = buffer;
    // Almost always the new tensor is the youngest; an assign brings an older variable.
    let older = buffer.youngest;
    while (older !== null && older.sequence > tensor.sequence) older = older.older;
    tensor.older = older;
    tensor.younger = older === null ? buffer.oldest : older.younger;
    this.join(buffer, older, tensor);
    this.join(buffer, tensor, tensor.younger);
    this.hold(buffer.oldest, buffer.bytes);
  }

  unlink(tensor) {
    const { buffer } = tensor;
    this.hold(tensor, 0);
    this.join(buffer, tensor.older, tensor.younger);
    tensor.older = tensor.younger = tensor.buffer = null;
    if (buffer.oldest === null) this.buffers.delete(buffer.id);
    else this.hold(buffer.oldest, buffer.bytes);
  }

  /** Makes two of them neighbours; null is the end of the row. */
  join(buffer, older, younger) {
    if (older === null) buffer.oldest = younger;
    else older.younger = younger;
    if (younger === null) buffer.youngest = older;
    else younger.older = older;
  }

  hold(tensor, bytes) {
    const more = bytes - tensor.held;
    if (more === 0) return;
    tensor.held = bytes;
    this.bytes += more;
    this.held(tensor.site, more);
  }
}

module.exports = { LiveTensor, LiveTensors };
