'use strict';

const { Bytes } = require('../agent/bytes.cjs');

const CHUNK = 1 << 16;                // bytes that are handed out at once; more takes ms in one call

/** What a message is: its first letter. cli/workloads/browser/page_logs.cpp reads them. */
const Message = Object.freeze({ OPEN: 'o', MORE: '+', CLOSE: '.', DONE: 'd' });

/** Where an event log goes in a page: through a function of the browser's developer tools, as text. */
class BindingOutput {
  /** @param {(message: string) => void} send */
  constructor(send) {
    this.send = send;
    this.decoder = new TextDecoder();
    this.bytes = new Bytes(new Uint8Array(CHUNK), (bytes) => this.write(bytes));
  }

  open() {
    this.send(Message.OPEN);
  }

  close() {
    this.send(Message.CLOSE);
  }

  /** Of a text that is longer than a chunk, one character after the other stays whole. */
  write(bytes) {
    for (let at = 0; at < bytes.length;) {
      const end = wholeCharacters(bytes, at + CHUNK);
      this.send(Message.MORE + this.decoder.decode(bytes.subarray(at, end)));
      at = end;
    }
  }
}

/** The last place at or before `end` where a character of UTF-8 begins. */
function wholeCharacters(bytes, end) {
  if (end >= bytes.length) return bytes.length;
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return end;
}

module.exports = { BindingOutput, Message };
