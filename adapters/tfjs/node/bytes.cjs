'use strict';

const ZERO = 0x30;
const SMALL = 2 ** 31;                 // whole numbers below this are divided without floating point

/** UTF-8 of a text, to be written often. */
function piece(text) {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

/**
 * Collects bytes until there are enough to be worth a write. Made for many short pieces: a JSON line put
 * together as a string costs several times as much as its bytes written one by one.
 */
class Bytes {
  /** @param {number} size @param {(bytes: Buffer) => void} write takes all of them at once */
  constructor(size, write) {
    this.buffer = Buffer.allocUnsafeSlow(size);
    this.bytes = new Uint8Array(this.buffer.buffer);
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
    if (!(value >= 0 && value < SMALL)) return this.latin(String(value));
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
    if (this.reserve(text.length * 3)) this.end += this.buffer.utf8Write(text, this.end);
    else this.write(Buffer.from(text, 'utf8'));
  }

  flush() {
    const { end } = this;
    this.end = 0;
    if (end > 0) this.write(this.buffer.subarray(0, end));
  }

  latin(text) {
    this.end += this.buffer.latin1Write(text, this.end);
  }
}

module.exports = { Bytes, piece };
