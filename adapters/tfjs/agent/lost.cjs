'use strict';

/** A tensor is registered with the collector when it outlives this many others, or these bytes. */
const NURSERY_TENSORS = 256;
const NURSERY_BYTES = 8 << 20;

/**
 * Notices tensors whose last handle was collected and that were never disposed. Registering with the
 * collector costs as much as all else that is recorded of a tensor, and most are disposed at once, so
 * a new one is first held for a moment: until the running task ends, a frame is marked, or the
 * nursery is full. A record must not reach its tensor in any other way, or nothing is ever lost.
 */
class LostWatch {
  /**
   * Records tell their tracker when they leave the nursery alive: outlived().
   * @param {(record: object) => void} lost called for a record that is alive, from the collector's task
   * @param {{soon: Function, isBusy: Function}} host see index.cjs
   */
  constructor(lost, { soon, isBusy }) {
    this.soon = soon;
    this.nursery = new Array(NURSERY_TENSORS);
    this.count = 0;
    this.bytes = 0;
    this.isScheduled = false;
    this.leave = () => {
      this.isScheduled = false;
      this.flush();
    };
    // A program that has nothing left to do drops all its handles, and has lost none of them.
    this.registry = new FinalizationRegistry((record) => {
      if (record.isAlive && isBusy()) lost(record);
    });
  }

  watch(record, tensor, bytes) {
    record.handle = tensor;
    this.nursery[this.count++] = record;
    this.bytes += bytes;
    if (!this.isScheduled || this.count === NURSERY_TENSORS || this.bytes > NURSERY_BYTES) this.mindIt();
  }

  mindIt() {
    if (this.count === NURSERY_TENSORS || this.bytes > NURSERY_BYTES) return this.flush();
    this.isScheduled = true;
    this.soon(this.leave);
  }

  /** All that are alive leave the nursery. */
  flush() {
    const { nursery, count } = this;
    this.count = 0;
    this.bytes = 0;
    for (let i = 0; i < count; i++) {
      const record = nursery[i];
      nursery[i] = undefined;
      if (record.handle !== null) this.leaves(record);
    }
  }

  leaves(record) {
    this.registry.register(record.handle, record);
    record.handle = null;
    record.tracker.outlived(record);
  }
}

module.exports = { LostWatch };
