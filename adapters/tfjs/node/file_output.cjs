'use strict';

const fs = require('node:fs');
const { Bytes } = require('../agent/bytes.cjs');

const CHUNK = 1 << 17;                // bytes that are written at once

/** Node's own writer is several times as fast for short texts. */
class NodeBytes extends Bytes {
  constructor(size, write) {
    const buffer = Buffer.allocUnsafeSlow(size);
    super(new Uint8Array(buffer.buffer), write);
    this.buffer = buffer;
  }

  encode(text, at) {
    return this.buffer.utf8Write(text, at);
  }
}

/**
 * Where an event log goes in Node. Writes are synchronous, so that nothing is lost at process.exit()
 * and the program's event loop is left alone. When the file can no longer be written, a write throws.
 */
class FileOutput {
  /** @param {() => number} openFile opens the file and returns its descriptor, which is then owned */
  constructor(openFile) {
    this.openFile = openFile;
    this.file = -1;
    this.bytes = new NodeBytes(CHUNK, (bytes) => this.writeAll(bytes));
    this.process = process.pid;
    this.rss = process.memoryUsage.rss;
  }

  open() {
    this.file = this.openFile();
  }

  close() {
    fs.closeSync(this.file);
    this.file = -1;
  }

  writeAll(bytes) {
    for (let at = 0; at < bytes.length;) at += this.writeSome(bytes, at);
  }

  writeSome(bytes, at) {
    try {
      return fs.writeSync(this.file, bytes, at);
    } catch (error) {
      // A pipe that is not read fast enough, when somebody has made it non-blocking.
      if (error.code === 'EAGAIN') return 0;
      throw error;
    }
  }
}

module.exports = { FileOutput };
