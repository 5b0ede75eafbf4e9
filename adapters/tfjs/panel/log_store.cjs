'use strict';

const { Bytes } = require('../agent/bytes.cjs');

const BUFFER = 1 << 16;
/** What is compressed at once: a few milliseconds. */
const PIECE = 1 << 18;
const MOST_BYTES = 64 << 20;
const NEW_LINE = 0x0a;

/**
 * An event log in memory, so much of it as there is room for. Where the browser can, it is compressed
 * piece by piece; each is a member of a gzip file, which they make one after another.
 */
class LogStore {
  /**
   * @param {object} options
   * @param {((bytes: Uint8Array) => Promise<Uint8Array>)|null} options.gzip null: it stays as it is
   * @param {number} [options.mostBytes] that it takes in memory
   */
  constructor({ gzip, mostBytes = MOST_BYTES }) {
    this.gzip = gzip;
    this.mostBytes = mostBytes;
    this.bytes = new Bytes(new Uint8Array(BUFFER), (bytes) => this.write(bytes));
    this.pieces = [];
    this.size = 0;
    this.buffer = new Uint8Array(PIECE);
    this.used = 0;
    this.isFull = false;
    this.dropped = 0;        // lines that there was no room for
    this.aside = null;       // what is written at this moment and not kept
  }

  get fileName() {
    return this.gzip === null ? 'tensors.jsonl' : 'tensors.jsonl.gz';
  }

  open() {}
  close() {}

  /** Whole lines. */
  write(bytes) {
    if (this.aside !== null) return void this.aside.push(bytes.slice());
    if (this.size + bytes.length > this.mostBytes) this.isFull = true;
    if (this.isFull) return this.drop(bytes);
    this.size += bytes.length;
    if (this.used + bytes.length > PIECE) this.seal();
    if (bytes.length > PIECE) return this.keep(bytes.slice());
    this.buffer.set(bytes, this.used);
    this.used += bytes.length;
  }

  drop(bytes) {
    for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) this.dropped++;
  }

  /** What was collected becomes a piece. */
  seal() {
    if (this.used === 0) return;
    this.keep(this.buffer.slice(0, this.used));
    this.used = 0;
  }

  keep(bytes) {
    const piece = { bytes, packing: null };
    this.pieces.push(piece);
    if (this.gzip !== null) piece.packing = this.pack(piece);
  }

  async pack(piece) {
    const packed = await this.gzip(piece.bytes);
    this.size += packed.length - piece.bytes.length;
    piece.bytes = packed;
  }

  /**
   * What `write` writes is given back instead of kept.
   * @param {() => void} write
   * @returns {Uint8Array[]}
   */
  asideOf(write) {
    this.bytes.flush();
    const aside = this.aside = [];
    try {
      write();
      this.bytes.flush();
    } finally {
      this.aside = null;
    }
    return aside;
  }

  /**
   * A file of all that was written.
   * @param {Uint8Array[]} ending what stands behind it
   * @returns {Promise<Uint8Array[]>} its bytes
   */
  async contents(ending) {
    this.bytes.flush();
    this.seal();
    const pieces = this.pieces.slice();
    await Promise.all(pieces.map(({ packing }) => packing));
    const last = this.gzip === null ? ending : await Promise.all(ending.map(this.gzip));
    return [...pieces.map(({ bytes }) => bytes), ...last];
  }
}

/** @returns {((bytes: Uint8Array) => Promise<Uint8Array>)|null} null where the realm cannot compress */
function gzipOf({ CompressionStream, Response }) {
  if (typeof CompressionStream !== 'function' || typeof Response !== 'function') return null;
  return async (bytes) => {
    const stream = new CompressionStream('gzip');
    const writer = stream.writable.getWriter();
    writer.write(bytes);
    writer.close();
    return new Uint8Array(await new Response(stream.readable).arrayBuffer());
  };
}

module.exports = { LogStore, gzipOf };
