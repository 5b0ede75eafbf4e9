'use strict';

/**
 * The three numbers of tf.memory(), kept twice.
 *
 * `engine` is what tf.memory() must say if we have seen everything, with its habits: the bytes of
 * complex numbers are not counted, those of a text's alias are subtracted and never added, a buffer
 * waits for a pending read. `held` is what the live tensors that we know hold: what the sink is sent.
 */
class Counts {
  /** @param {object} state the engine's; what it counts already are strangers to us */
  constructor(state) {
    this.engine = { tensors: state.numTensors, buffers: state.numDataBuffers, bytes: state.numBytes };
    this.held = { tensors: 0, buffers: 0, bytes: 0 };
  }

  /** @param {boolean} isCounted the engine had the data before, and has them still */
  bufferMade(buffer, perTensor, isCounted) {
    if (!isCounted) this.engine.buffers++;
    this.held.buffers++;
    if (!perTensor) {
      this.engine.bytes += buffer.counted;
      this.held.bytes += buffer.bytes;
    }
  }

  made(record, buffer, perTensor) {
    this.engine.tensors++;
    this.held.tensors++;
    if (perTensor) {
      this.engine.bytes += record.bytes;
      this.held.bytes += buffer.bytes;
    }
  }

  /** A text was written to its buffer, which one tensor is on. */
  written(buffer, bytes) {
    this.engine.bytes += bytes - buffer.counted;
    this.held.bytes += bytes - buffer.bytes;
    buffer.counted = buffer.bytes = bytes;
  }

  /** @param {number} counted what the engine subtracts for this tensor, where it counts by tensor */
  gone(counted, buffer, perTensor) {
    const isLast = buffer.tensors === 0;
    this.engine.tensors--;
    this.held.tensors--;
    if (isLast) this.held.buffers--;
    if (perTensor) {
      this.engine.bytes -= counted;
      this.held.bytes -= buffer.bytes;
    } else if (isLast) {
      this.engine.buffers--;
      this.engine.bytes -= buffer.counted;
      this.held.bytes -= buffer.bytes;
    }
  }

  /** The engine has let go of a buffer; new engines say so, and not always with its last tensor. */
  bufferGone() {
    this.engine.buffers--;
  }

  /** A tensor from before the recording went, or a variable for the second time. */
  strangerGone(bytes) {
    this.engine.tensors--;
    this.engine.bytes -= bytes;
  }

  /**
   * What the sink's reader must find when it counts the events: `held`, moved by as much as the engine
   * differs from what we expect of it. So a missed event shows, and the engine's habits do not.
   */
  toCheck(state) {
    return {
      tensors: this.held.tensors + state.numTensors - this.engine.tensors,
      buffers: this.held.buffers + state.numDataBuffers - this.engine.buffers,
      bytes: this.held.bytes + state.numBytes - this.engine.bytes,
    };
  }
}

module.exports = { Counts };
