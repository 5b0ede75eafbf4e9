'use strict';

const { Why, Flag } = require('./names.cjs');
const { piece } = require('./bytes.cjs');

const SHORT_LINE = 512;               // no event is longer, but for its names and stacks
const FLUSH_MILLISECONDS = 100;       // frames flush when they are this far apart
const EVENTS_PER_CLOCK = 8;           // reading the clock costs as much as an event

const ALLOC = piece('{"e":"alloc","t":');
const FREE = piece('{"e":"free","t":');
const USE = piece('{"e":"use","t":');
const ID = piece(',"id":');
const BUFFER = piece(',"buf":');
const BYTES = piece(',"bytes":');
const STACK = piece(',"stack":');
const OP = piece(',"op":');
const END = piece('}\n');

const WHY = [];
WHY[Why.UNKNOWN] = END;
WHY[Why.DISPOSE] = piece(',"why":"dispose"}\n');
WHY[Why.SCOPE] = piece(',"why":"scope"}\n');
WHY[Why.VARIABLE] = piece(',"why":"variable"}\n');
WHY[Why.POOL] = piece(',"why":"pool"}\n');
WHY[Why.COLLECTED] = piece(',"why":"collected"}\n');

const FLAGS = [[Flag.VARIABLE, 'variable'], [Flag.KEPT, 'kept'], [Flag.TAPE, 'tape'],
  [Flag.POOL, 'pool'], [Flag.COUNTED, 'counted']];

function flagNames(flags) {
  return FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name);
}

const FLAG_FIELD = Array.from({ length: 32 },
  (_, flags) => piece(flags === 0 ? '' : `,"flags":${JSON.stringify(flagNames(flags))}`));

/** JSON of a text, which may have halves of characters in it. */
function json(text) {
  return JSON.stringify(typeof text.toWellFormed === 'function' ? text.toWellFormed() : text);
}

/**
 * A sink that writes an event log (docs/event-log.md) in large pieces. Where they go, the host knows;
 * when it can take no more, it throws and the agent stops recording.
 *
 * @typedef {object} Output
 * @property {() => void} open        called once, with the first event
 * @property {import('./bytes.cjs').Bytes} bytes what is written to
 * @property {() => void} close       all has been written
 * @property {number} [process]       the process's id, where there is one to be known
 * @property {() => number} [rss]     bytes of the process in memory, likewise
 */
class LogSink {
  /**
   * @param {Output} output
   * @param {{now: () => number}} clock milliseconds, never going back
   */
  constructor(output, { now }) {
    this.output = output;
    this.now = now;
    this.isOpen = false;
    this.out = output.bytes;
    this.time = 0;                    // microseconds
    this.untilClock = 0;
    this.flushed = 0;
    this.texts = ['""'];               // in JSON
    this.textPieces = [];             // the same, of operations
    this.kinds = [piece('')];
    this.stacks = 0;
    this.lastScope = 0;
    this.scopes = [];
    this.scopeField = piece('');
    this.resources = [];
    this.rssRead = -Infinity;
  }

  open({ runtime, backend, program, startedLate, bytesRule }) {
    this.output.open();
    this.isOpen = true;
    const header = {
      e: 'header', format: 'tensor-event-log', version: 1, time_unit: 'us', bytes_rule: bytesRule,
      runtime, backend: backend || undefined, program, process: this.output.process,
      started_late: startedLate || undefined,
    };
    this.write(`${JSON.stringify(header)}\n`);
    this.flush();
  }

  text(text) {
    return this.texts.push(json(text)) - 1;
  }

  stack(frames) {
    const id = ++this.stacks;
    const written = frames.map((frame) => {
      let fields = '';
      if (frame.function) fields += `,"fn":${json(frame.function)}`;
      if (frame.file) fields += `,"file":${json(frame.file)}`;
      if (frame.line) fields += `,"line":${frame.line},"col":${frame.column}`;
      return `{${fields.slice(1)}}`;
    });
    this.write(`{"e":"stack","id":${id},"frames":[${written.join(',')}]}\n`);
    return id;
  }

  kind(op, dtype, shape) {
    const shapeField = shape === null ? '' : `,"shape":[${shape}]`;
    return this.kinds.push(piece(`${shapeField},"dtype":${json(dtype)},"op":${json(op)}`)) - 1;
  }

  alloc(id, buffer, bytes, kind, stack, flags) {
    const { out } = this;
    const fields = this.kinds[kind];
    out.reserve(SHORT_LINE + fields.length);
    out.piece(ALLOC);
    out.number(this.tick());
    out.piece(ID);
    out.number(id);
    out.piece(BUFFER);
    out.number(buffer);
    out.piece(BYTES);
    out.number(bytes);
    out.piece(fields);
    if (stack !== 0) {
      out.piece(STACK);
      out.number(stack);
    }
    out.piece(this.scopeField);
    out.piece(FLAG_FIELD[flags]);
    out.piece(END);
  }

  assign(id, buffer, bytes, kind) {
    this.free(id, Why.VARIABLE);
    this.alloc(id, buffer, bytes, kind, 0, Flag.VARIABLE);
  }

  free(id, why) {
    const { out } = this;
    out.reserve(SHORT_LINE);
    out.piece(FREE);
    out.number(this.tick());
    out.piece(ID);
    out.number(id);
    out.piece(WHY[why]);
  }

  use(id, op) {
    const { out } = this;
    const name = this.textPieces[op] || (this.textPieces[op] = piece(this.texts[op]));
    out.reserve(SHORT_LINE + name.length);
    out.piece(USE);
    out.number(this.tick());
    out.piece(ID);
    out.number(id);
    out.piece(OP);
    out.piece(name);
    out.piece(END);
  }

  flag(id, flag, value) {
    const valueField = value ? '' : ',"value":false';
    const event = flag === Flag.KEPT ? '"keep"' : `"flag","flag":"${flagNames(flag)[0]}"`;
    this.write(`{"e":${event},"t":${this.tick()},"id":${id}${valueField}}\n`);
  }

  name(id, text) {
    this.write(`{"e":"name","id":${id},"name":${this.texts[text]}}\n`);
  }

  lost(id) {
    this.write(`{"e":"lost","t":${this.tick()},"id":${id}}\n`);
  }

  holder(id, by, path, members) {
    const membersField = members > 0 ? `,"members":${members}` : '';
    this.write(`{"e":"holder","id":${id},"by":${json(by)},"path":${json(path)}${membersField}}\n`);
  }

  scopeBegin(name) {
    const id = ++this.lastScope;
    const parent = this.scopes.length > 0 ? `,"parent":${this.scopes[this.scopes.length - 1]}` : '';
    const nameField = name === 0 ? '' : `,"name":${this.texts[name]}`;
    this.write(`{"e":"scope","t":${this.tick()},"id":${id}${parent}${nameField}}\n`);
    this.scopes.push(id);
    this.scopeField = piece(`,"scope":${id}`);
  }

  scopeEnd() {
    this.write(`{"e":"scope_end","t":${this.tick()},"id":${this.scopes.pop()}}\n`);
    const depth = this.scopes.length;
    this.scopeField = piece(depth > 0 ? `,"scope":${this.scopes[depth - 1]}` : '');
  }

  frame(lane, name) {
    const laneField = lane === 0 ? '' : `,"lane":${this.texts[lane]}`;
    const nameField = name === 0 ? '' : `,"name":${this.texts[name]}`;
    this.untilClock = 0;
    this.write(`{"e":"frame","t":${this.tick()}${laneField}${nameField}}\n`);
    if (this.time - this.flushed >= FLUSH_MILLISECONDS * 1000) this.flush();
  }

  /** Goes out with the next counter. */
  resource(name, value) {
    this.resources.push(`${this.texts[name]}:${value}`);
  }

  counter(tensors, buffers, bytes) {
    const resources = this.resources.length > 0 ? `,"resources":{${this.resources}}` : '';
    this.resources.length = 0;
    this.write(`{"e":"counter","t":${this.tick()},"tensors":${tensors},"buffers":${buffers},` +
      `"bytes":${bytes}${this.rssField()}${resources}}\n`);
  }

  misuse(kind, words, stack) {
    this.write(`{"e":"misuse","t":${this.tick()},"kind":${this.texts[kind]},` +
      `"words":${this.texts[words]},"stack":${stack}}\n`);
  }

  close() {
    if (!this.isOpen) return;
    this.end();
    this.flush();
    this.output.close();
    this.isOpen = false;
  }

  /** What makes a whole log of what was written so far. */
  end() {
    this.write(`{"e":"end","t":${this.tick()}}\n`);
  }

  flush() {
    this.flushed = this.time;
    this.out.flush();
  }

  write(line) {
    this.out.text(line);
  }

  /** The time of an event, to a few events. */
  tick() {
    if (--this.untilClock < 0) {
      this.untilClock = EVENTS_PER_CLOCK;
      this.time = Math.floor(this.now() * 1000);
    }
    return this.time;
  }

  /** The system is asked at most each 10 ms. */
  rssField() {
    const { rss } = this.output;
    if (rss === undefined) return '';
    const now = this.now();
    if (now - this.rssRead < 10) return '';
    this.rssRead = now;
    return `,"rss":${rss()}`;
  }
}

module.exports = { LogSink };
