'use strict';

/** So many last marks are remembered. */
const MOST_MARKS = 512;

/** How many tensors and bytes there were at the last marks. What does not change takes no room. */
class Recent {
  constructor() {
    this.marks = [];       // at which something changed
    this.tensors = [];
    this.bytes = [];
  }

  /** The mark of the last change; -1 before any. */
  get changed() {
    return this.marks.length > 0 ? this.marks[this.marks.length - 1] : -1;
  }

  sample(mark, tensors, bytes) {
    const last = this.marks.length - 1;
    if (last >= 0 && this.tensors[last] === tensors && this.bytes[last] === bytes) return;
    if (last >= 2 * MOST_MARKS) this.forget(last + 1 - MOST_MARKS);
    this.marks.push(mark);
    this.tensors.push(tensors);
    this.bytes.push(bytes);
  }

  forget(count) {
    for (const list of [this.marks, this.tensors, this.bytes]) list.splice(0, count);
  }

  /** @returns {{tensors: number[], bytes: number[]}} at each mark from `first` to `last` */
  between(first, last) {
    const tensors = [];
    const bytes = [];
    let next = 0;
    for (let mark = first; mark <= last; mark++) {
      while (next < this.marks.length && this.marks[next] <= mark) next++;
      tensors.push(next > 0 ? this.tensors[next - 1] : 0);
      bytes.push(next > 0 ? this.bytes[next - 1] : 0);
    }
    return { tensors, bytes };
  }
}

module.exports = { Recent, MOST_MARKS };
