'use strict';

const { Flag, Why, bytesOfElement } = require('./names.cjs');
const { stateOf } = require('./generations.cjs');
const { Scopes } = require('./scopes.cjs');
const { Counts } = require('./counts.cjs');
const { Leftovers } = require('./leftovers.cjs');
const { RecordOf, BufferOf } = require('./stamps.cjs');

/** A live tensor. Must not reach the tensor itself, except through `handle` while it is in the nursery. */
class Record {
  constructor(tracker, id, buffer, site, kind, bytes) {
    this.tracker = tracker;
    this.id = id;
    this.buffer = buffer;
    this.site = site;
    this.kind = kind;
    this.bytes = bytes;       // as the engine counts this tensor
    this.isAlive = true;
    this.epoch = 0;           // see policy.cjs
    this.stack = 0;           // the sink's number of it
    this.handle = null;       // see lost.cjs
    this.task = null;         // see held_scopes.cjs
    this.lastOp = null;
    this.lastEpoch = 0;
    this.isListed = false;
    this.older = null;        // the live ones of a tracker that left the nursery are a list
    this.newer = null;
  }
}

/** The data that aliases share. */
class Buffer {
  constructor(id, bytes, counted) {
    this.id = id;
    this.bytes = bytes;       // what it holds
    this.counted = counted;   // what the engine counts for it
    this.tensors = 0;
    this.isRemoved = false;   // the engine has let go of it; a component of a complex number it keeps
  }
}

/** The tensors of one engine: told by the hooks what happens, tells the session's sink. */
class Tracker {
  constructor(session, engine, generation) {
    this.session = session;
    this.engine = engine;
    this.generation = generation;
    this.perTensor = generation.bytesRule === 'tensor';
    this.scopes = new Scopes(session, engine, generation);
    this.counts = new Counts(stateOf(engine));
    this.leftovers = new Leftovers(engine);
    this.newest = null;             // the live Record that left the nursery last
    this.op = null;                 // the kernel that runs now
    this.saving = 0;                // inside saveTensorsForBackwardMode()
    this.assigning = null;          // the Variable whose assign() runs
    this.assigned = null;           // its Record between the two halves
    this.unsettled = null;          // the Record of a text whose bytes are not known yet
    this.unsettledData = null;
  }

  /** The engine has counted a new tensor, an alias, or the second half of an assign. */
  made(tensor) {
    const session = this.session;
    if (!session.isOpen) session.open(this);
    if (this.unsettled !== null) this.settle();
    if (this.assigned !== null && this.assigning === tensor) return this.reassigned(tensor);
    const isVariable = typeof tensor.assign === 'function';
    const ops = session.ops;
    const op = isVariable ? session.variableOp : this.op || ops.op(this.scopes.op || 'tensor');
    const kind = ops.kindOf(op, tensor.dtype, tensor.shape);
    const site = ops.siteOf(kind, this.scopes.path);
    const record = this.add(tensor, site, kind);
    const stack = session.policy.made(site, record) ? session.stacks.here() : 0;
    record.stack = stack;
    const flags = (isVariable ? Flag.VARIABLE : 0) | (this.saving > 0 ? Flag.TAPE : 0);
    if (session.held.count > 0) record.task = session.held.current();
    session.lost.watch(record, tensor, record.buffer.bytes);
    if (tensor.dtype === 'string') return this.postpone(record, tensor, stack, flags);
    session.sink.alloc(record.id, record.buffer.id, record.buffer.bytes, kind.number, stack, flags);
  }

  add(tensor, site, kind) {
    const counted = countedFor(tensor);
    const buffer = this.bufferOf(tensor, counted);
    const record = new Record(this, ++this.session.lastTensor, buffer, site, kind, counted);
    buffer.tensors++;
    this.counts.made(record, buffer, this.perTensor);
    const stale = RecordOf.put(tensor, record);
    if (stale !== undefined && stale.isAlive) this.gone(stale, Why.UNKNOWN);
    return record;
  }

  /** A record left the nursery alive. Most never do, and need not be on the list. */
  outlived(record) {
    record.isListed = true;
    record.older = this.newest;
    if (this.newest !== null) this.newest.newer = record;
    this.newest = record;
  }

  unlist(record) {
    if (record.older !== null) record.older.newer = record.newer;
    if (record.newer !== null) record.newer.older = record.older;
    else this.newest = record.older;
    record.older = record.newer = null;
    record.isListed = false;
  }

  /** @returns {Record|undefined} undefined too when the tensor is gone */
  find(tensor) {
    const record = RecordOf.get(tensor);
    return record !== undefined && record.isAlive ? record : undefined;
  }

  /** @param {number} counted as the engine counts it: see countedFor() */
  bufferOf(tensor, counted) {
    const before = BufferOf.get(tensor.dataId);
    if (before !== undefined && before.tensors > 0) return before;
    const isCounted = before !== undefined && this.generation.countsRemovals && !before.isRemoved;
    // Components of complex numbers are tensors of their own in old engines, and in new ones not.
    const held = this.perTensor ? tensor.size * bytesOfElement(tensor.dtype) : counted;
    const buffer = new Buffer(++this.session.lastBuffer, held, counted);
    if (before === undefined) BufferOf.add(tensor.dataId, buffer);
    else BufferOf.replace(tensor.dataId, buffer);
    this.counts.bufferMade(buffer, this.perTensor, isCounted);
    return buffer;
  }

  /** The engine has let go of the data; new engines say so, and not always with the last tensor. */
  removed(dataId) {
    const buffer = BufferOf.get(dataId);
    if (buffer !== undefined) buffer.isRemoved = true;
    this.counts.bufferGone();
  }

  /** The bytes of a text are known when it has been written, after it was tracked. */
  postpone(record, tensor, stack, flags) {
    this.unsettled = { record, stack, flags };
    this.unsettledData = tensor.dataId;
  }

  settle() {
    const { record, stack, flags } = this.unsettled;
    const info = stateOf(this.engine).tensorInfo.get(this.unsettledData);
    this.unsettled = this.unsettledData = null;
    const buffer = record.buffer;
    if (buffer.tensors === 1 && info) this.counts.written(buffer, info.bytes);
    this.session.sink.alloc(record.id, buffer.id, buffer.bytes, record.kind.number, stack, flags);
  }

  /** The engine has counted a tensor as gone. */
  freed(tensor) {
    if (this.unsettled !== null) this.settle();
    const record = this.find(tensor);
    if (record === undefined) return this.counts.strangerGone(countedFor(tensor));
    if (this.assigning === tensor) {
      this.assigned = record;
      return this.leaveBuffer(record);
    }
    const closing = this.scopes.closing;
    if (closing === null) return this.gone(record, Why.DISPOSE);
    if (typeof closing !== 'string' && closing.isHeld && this.session.held.takesFromAnother(closing, record)) this.tookFromAnother(closing);
    this.gone(record, Why.SCOPE);
  }

  gone(record, why) {
    this.leaveBuffer(record);
    this.end(record, why);
  }

  end(record, why) {
    record.isAlive = false;
    record.handle = null;
    if (record.isListed) this.unlist(record);
    this.session.policy.gone(record.site, record);
    this.session.sink.free(record.id, why);
  }

  leaveBuffer(record) {
    const buffer = record.buffer;
    buffer.tensors--;
    const isText = this.perTensor && record.kind.dtype === 'string';
    this.counts.gone(isText ? buffer.counted : record.bytes, buffer, this.perTensor);
  }

  reassigned(tensor) {
    const record = this.assigned;
    this.assigned = null;
    record.buffer = this.bufferOf(tensor, countedFor(tensor));
    record.buffer.tensors++;
    this.counts.made(record, record.buffer, this.perTensor);
    this.session.sink.assign(record.id, record.buffer.id, record.buffer.bytes, record.kind.number);
  }

  assignBegins(variable) {
    this.assigning = variable;
  }

  assignEnds() {
    this.assigning = null;
    const record = this.assigned;
    if (record === null) return;
    this.assigned = null;             // it threw between its halves
    this.end(record, Why.VARIABLE);
  }

  tookFromAnother(scope) {
    if (scope.misused) return;
    scope.misused = true;
    this.session.misuses.report('scope-across-await');
  }

  /** A kernel is about to run; the hook puts the one back that was in `op`. */
  kernel(name, inputs) {
    const session = this.session;
    if (this.unsettled !== null) this.settle();
    const op = session.ops.op(name || this.scopes.op || 'custom');
    this.op = op;
    if (session.isOpen) for (const key in inputs) this.used(inputs[key], op);
  }

  used(tensor, op) {
    if (tensor === null || typeof tensor !== 'object') return;
    const record = this.find(tensor);
    if (record === undefined) {
      if (tensor.isDisposed === true) this.session.misuses.report('use-after-dispose');
      return;
    }
    // Once in a frame is enough to know that it is still of use, and to whom.
    const epoch = this.session.epoch;
    if (record.lastOp === op && record.lastEpoch === epoch) return;
    record.lastOp = op;
    record.lastEpoch = epoch;
    this.session.sink.use(record.id, op.text);
  }

  /** The name of the kernel that read a tensor last, or ''. */
  readerOf(tensor) {
    const record = RecordOf.get(tensor);
    return record === undefined || record.lastOp === null ? '' : record.lastOp.name;
  }

  kept(tensor) {
    if (this.unsettled !== null) this.settle();
    const record = this.find(tensor);
    if (record === undefined) return;
    const forGradient = this.saving > 0 || stateOf(this.engine).kernelDepth > 0;
    if (forGradient) this.session.sink.flag(record.id, Flag.TAPE, 1);
    this.session.sink.flag(record.id, Flag.KEPT, 1);
  }

  named(variable) {
    const record = this.find(variable);
    if (record !== undefined) this.session.sink.name(record.id, this.session.text(String(variable.name)));
  }

  /** To a later recording, whose numbers are others, what is alive has to be strange. */
  forget() {
    for (let record = this.newest; record !== null; record = record.older) {
      record.isAlive = false;
      record.buffer.tensors = 0;
    }
  }

  /** The engine starts over: all its tensors are gone at once. */
  wasReset() {
    this.session.lost.flush();
    while (this.newest !== null) this.gone(this.newest, Why.UNKNOWN);
    this.scopes.align(stateOf(this.engine).scopeStack.length);
    this.counts = new Counts(stateOf(this.engine));
  }
}

/** The bytes that the engine counts for a tensor, if it is the first on its buffer. */
function countedFor(tensor) {
  return tensor.dtype === 'complex64' ? 0 : tensor.size * bytesOfElement(tensor.dtype);
}

module.exports = { Tracker };
