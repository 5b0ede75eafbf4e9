'use strict';

const { batched } = require('./batch.cjs');
const { Guard } = require('./guard.cjs');
const { generationOf, stateOf, backendNameOf } = require('./generations.cjs');
const { HeldScopes } = require('./held_scopes.cjs');
const { Holders } = require('./holders.cjs');
const { LostWatch } = require('./lost.cjs');
const { Misuses } = require('./misuse.cjs');
const { Ops } = require('./ops.cjs');
const { Prototypes } = require('./prototypes.cjs');
const { ScopePaths } = require('./scopes.cjs');
const { StackPolicy } = require('./policy.cjs');
const { Stacks } = require('./stacks.cjs');
const { TeeSink } = require('./tee_sink.cjs');
const { Tracker } = require('./tracker.cjs');
const { hookEngine } = require('./hooks.cjs');
const { readResources } = require('./resources.cjs');
const { RecordOf } = require('./stamps.cjs');

/** Marks before the first tensor that are remembered. */
const EARLY_MARKS = 10000;

/**
 * One recording: what the engines of a realm share. The sink is opened with the first tensor, when the
 * engine has chosen its backend.
 */
class Session {
  /** @param {import('./index.cjs').Options} options */
  constructor(options) {
    this.options = options;
    this.sink = batched(options.sink, options.now);
    this.guard = new Guard(options.tell, () => this.sink.flush());
    this.isOpen = false;
    this.trackers = [];
    this.epoch = 0;                // the frame, for what happens once in each
    this.lastTensor = 0;
    this.lastBuffer = 0;
    this.earlyMarks = [];
    this.runtime = '';
    this.missingBackends = new Set();
    this.startedLate = false;
    this.texts = new Map([['', 0]]);
    this.scopePaths = new ScopePaths();
    this.stacks = new Stacks((frames) => this.sink.stack(frames), options);
    this.policy = new StackPolicy(options.stacks, options.now);
    this.ops = new Ops((text) => this.text(text),
      (op, dtype, shape) => this.sink.kind(op, dtype, shape));
    this.lost = new LostWatch((record) => this.sendLost(record), options);
    this.held = new HeldScopes(options.tasks, options.soon);
    this.misuses = new Misuses(this);
    this.holders = new Holders(this, options);
    this.prototypes = new Prototypes(this.guard, this.misuses);
    this.variableOp = null;
  }

  /** A new engine; may be called with anything. */
  adopt(engine, environment, late) {
    const generation = generationOf(engine);
    if (generation === null || !this.guard.on) return;
    if (this.runtime === '') this.runtime = this.runtimeHere();
    this.startedLate = this.startedLate || (late && stateOf(engine).numTensors > 0);
    const tracker = new Tracker(this, engine, generation);
    tracker.environment = environment;
    this.trackers.push(tracker);
    hookEngine(engine, tracker, this.guard);
  }

  /** "tfjs 4.22.0", by the files of the code that makes the engine. */
  runtimeHere() {
    const files = this.stacks.frames().map((frame) => frame.file);
    return `tfjs ${this.options.versionOf(files)}`.trim();
  }

  /** Remembers a backend that this machine does not have; the engine takes the next one then. */
  backendStarts(name, started) {
    if (!started) return;
    const { success } = started;
    const note = (started) => { if (!started) this.missingBackends.add(name); };
    if (success instanceof Promise) success.then(note, () => note(false));
    else note(success);
  }

  /** "cpu", or "cpu, as webgl does not start": where the program chose it, nothing was tried before. */
  backendInWords({ engine, environment }) {
    const name = backendNameOf(engine, environment);
    const missing = [...this.missingBackends].filter((other) => other !== name);
    if (name === '' || missing.length === 0) return name;
    return `${name}, as ${missing.join(' and ')} ${missing.length > 1 ? 'do' : 'does'} not start`;
  }

  open(tracker) {
    this.isOpen = true;
    this.sink.open({
      runtime: this.runtime,
      backend: this.backendInWords(tracker),
      program: this.options.program,
      startedLate: this.startedLate,
      bytesRule: tracker.generation.bytesRule,
    });
    this.variableOp = this.ops.op('variable');
    for (const [lane, name] of this.earlyMarks) this.sendMark(lane, name);
    this.earlyMarks.length = 0;
    for (const { scopes } of this.trackers) scopes.replay();
  }

  text(text) {
    let number = this.texts.get(text);
    if (number === undefined) this.texts.set(text, number = this.sink.text(text));
    return number;
  }

  watchPrototype(tensor, tracker) {
    this.prototypes.watch(tensor, tracker);
  }

  sendLost(record) {
    if (!this.guard.on) return;
    try { this.sink.lost(record.id); } catch (error) { this.guard.fail(error); }
  }

  /** A frame ends and the next begins. @param {string} lane @param {string} name '' for none */
  mark(lane, name) {
    if (!this.isOpen) {
      if (this.earlyMarks.length < EARLY_MARKS) this.earlyMarks.push([lane, name]);
      return;
    }
    this.settle();
    this.lost.flush();
    this.sendReadings();
    this.sendMark(lane, name);
    this.holders.mark();
  }

  sendMark(lane, name) {
    this.sink.frame(this.text(lane), this.text(name));
    this.policy.mark();
    this.epoch++;
  }

  sendReadings() {
    const total = { tensors: 0, buffers: 0, bytes: 0 };
    const send = (name, value) => this.sink.resource(this.text(name), value);
    for (const { engine, counts, leftovers } of this.trackers) {
      readResources(engine, send);
      for (const [op, left] of leftovers.byOp) send(`data ids left by ${op}`, left);
      const check = counts.toCheck(stateOf(engine));
      for (const name of Object.keys(total)) total[name] += check[name];
    }
    this.sink.counter(total.tensors, total.buffers, total.bytes);
  }

  settle() {
    for (const tracker of this.trackers) if (tracker.unsettled !== null) tracker.settle();
  }

  /** Some time has passed: to be called each second or so. */
  tick() {
    if (!this.isOpen || !this.guard.on) return;
    this.settle();
    this.epoch++;
    this.holders.tick();
    this.sink.flush();
  }

  /** The program ends. An engine that made no tensor leaves a recording without any. */
  close() {
    if (!this.guard.on || this.trackers.length === 0) return;
    if (!this.isOpen) this.open(this.trackers[0]);
    this.settle();
    this.holders.end();
    this.sendReadings();
    this.sink.close();
    this.guard.on = false;
  }

  /**
   * Tells another sink, too, what happens from now on, with the stacks of all tensors. It hears of tensors from
   * before what it has no alloc of.
   * @returns {() => void} ends that
   */
  alsoTell(sink) {
    this.settle();
    const { sink: first, stacks, policy } = this;
    const tee = new TeeSink(first, [sink]);
    tee.know(this.texts, this.ops);
    stacks.forget();
    this.sink = tee;
    policy.isAsked = true;
    return () => {
      this.settle();
      this.sink = first;
      policy.isAsked = false;
    };
  }

  /** @returns {number} how events name a tensor; 0: it is none, is gone, or is not known */
  idOf(object) {
    const record = RecordOf.get(object);
    return record !== undefined && record.isAlive ? record.id : 0;
  }

  /** Nothing of the recording stays in the program. Whoever wants its end told calls close() before. */
  leave() {
    this.guard.withdraw();
    this.lost.flush();
    for (const tracker of this.trackers) tracker.forget();
  }

  /** What tf.memory() must say, all engines together. For tests. */
  expectedMemory() {
    const total = { numTensors: 0, numDataBuffers: 0, numBytes: 0 };
    this.settle();
    for (const { counts } of this.trackers) {
      total.numTensors += counts.engine.tensors;
      total.numDataBuffers += counts.engine.buffers;
      total.numBytes += counts.engine.bytes;
    }
    return total;
  }
}

module.exports = { Session };
