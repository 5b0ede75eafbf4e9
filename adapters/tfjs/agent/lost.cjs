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
   * @param {(record: object) => void} lost called for a record that is alive, from the collector's task
   * @param {{soon: Function, isBusy: Function}} host see index.cjs
   */
  constructor(lost, { soon, isBusy }) {
    this.soon = soon;
    this.nursery = [];
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
    this.bytes += bytes;
    this.nursery.push(record);
    if (this.nursery.length >= NURSERY_TENSORS || this.bytes > NURSERY_BYTES) this.flush();
    else if (!this.isScheduled) {
      this.isScheduled = true;
      this.soon(this.leave);
    }
  }

  flush() {
    const nursery = this.nursery;
    for (let i = 0; i < nursery.length; i++) {
      const record = nursery[i];
      if (record.handle !== null) {
        this.registry.register(record.handle, record);
        record.handle = null;
      }
    }
    nursery.length = 0;
    this.bytes = 0;
  }
}

module.exports = { LostWatch };
