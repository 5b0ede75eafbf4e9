'use strict';

const ZERO = 0x30;
const SMALL = 2 ** 31;                 // whole numbers below this are divided without floating point

const encoder = new TextEncoder();

/** UTF-8 of a text, to be written often. */
function piece(text) {
  return encoder.encode(text);
}

/**
 * Collects bytes until there are enough to be worth a write. Made for many short pieces: a JSON line put
 * together as a string costs several times as much as its bytes written one by one.
 */
class Bytes {
  /**
   * @param {Uint8Array} bytes what collects
   * @param {(bytes: Uint8Array) => void} write takes all of them at once, and must not keep them
   */
  constructor(bytes, write) {
    this.bytes = bytes;
    this.end = 0;
    this.write = write;
  }

  /** Makes room for so many bytes. @returns {boolean} false: more than there can be */
  reserve(count) {
    if (this.end + count > this.bytes.length) this.flush();
    return count <= this.bytes.length;
  }

  /** After a reserve(). */
  piece(piece) {
    const bytes = this.bytes;
    let at = this.end;
    for (let i = 0; i < piece.length; i++) bytes[at++] = piece[i];
    this.end = at;
  }

  /** A whole number in decimal digits. After a reserve() of 24 bytes for it. */
  number(value) {
    if (!(value >= 0 && value < SMALL)) return void (this.end += this.encode(String(value), this.end));
    const bytes = this.bytes;
    let width = 1;
    for (let power = 10; power <= value; power *= 10) width++;
    let at = this.end += width;
    let rest = value | 0;
    do {
      const next = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - next * 10;
      rest = next;
    } while (rest !== 0);
  }

  /** Any text, as UTF-8. */
  text(text) {
    if (this.reserve(text.length * 3)) this.end += this.encode(text, this.end);
    else this.write(piece(text));
  }

  flush() {
    const { end } = this;
    this.end = 0;
    if (end > 0) this.write(this.bytes.subarray(0, end));
  }

  /** A text as UTF-8 from `at` on, where there is room. A host may know a faster way. @returns {number} bytes */
  encode(text, at) {
    return encoder.encodeInto(text, this.bytes.subarray(at)).written;
  }
}

module.exports = { Bytes, piece };
