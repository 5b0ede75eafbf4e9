'use strict';

/** What one of the sinks calls the texts, kinds and stacks; each is told when it is first needed. */
class Branch {
  constructor(sink, definitions) {
    this.sink = sink;
    this.definitions = definitions;
    this.texts = [0];
    this.kinds = [0];
    this.stacks = [0];
  }

  text(number) {
    const known = this.texts[number];
    return known !== undefined ? known : this.texts[number] = this.sink.text(this.definitions.texts[number]);
  }

  kind(number) {
    const known = this.kinds[number];
    return known !== undefined ? known : this.kinds[number] = this.sink.kind(...this.definitions.kinds[number]);
  }

  stack(number) {
    const known = this.stacks[number];
    return known !== undefined ? known : this.stacks[number] = this.sink.stack(this.definitions.stacks[number]);
  }
}

/** A sink that passes all on to several. One of them may be replaced while the recording goes on. */
class TeeSink {
  /** @param {object[]} sinks without shared memory: see batch.cjs */
  constructor(sinks) {
    this.definitions = { texts: [''], kinds: [null], stacks: [null] };
    this.branches = sinks.map((sink) => new Branch(sink, this.definitions));
    this.header = null;
  }

  /**
   * The old one is told nothing more, not even that it ends; the new one is opened if the recording is.
   * @returns {Branch} by which the new one knows the numbers of this sink
   */
  replace(sink, next) {
    const at = this.branches.findIndex((branch) => branch.sink === sink);
    this.branches[at] = new Branch(next, this.definitions);
    if (this.header !== null) next.open(this.header);
    return this.branches[at];
  }

  open(header) {
    this.header = header;
    for (const { sink } of this.branches) sink.open(header);
  }

  text(text) {
    return this.definitions.texts.push(text) - 1;
  }

  kind(op, dtype, shape) {
    return this.definitions.kinds.push([op, dtype, shape]) - 1;
  }

  stack(frames) {
    return this.definitions.stacks.push(frames) - 1;
  }

  alloc(id, buffer, bytes, kind, stack, flags) {
    const { branches } = this;
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      branch.sink.alloc(id, buffer, bytes, branch.kind(kind), branch.stack(stack), flags);
    }
  }

  assign(id, buffer, bytes, kind) {
    for (const branch of this.branches) branch.sink.assign(id, buffer, bytes, branch.kind(kind));
  }

  use(id, op) {
    const { branches } = this;
    for (let i = 0; i < branches.length; i++) branches[i].sink.use(id, branches[i].text(op));
  }

  name(id, text) {
    for (const branch of this.branches) branch.sink.name(id, branch.text(text));
  }

  scopeBegin(name) {
    for (const branch of this.branches) branch.sink.scopeBegin(branch.text(name));
  }

  frame(lane, name) {
    for (const branch of this.branches) branch.sink.frame(branch.text(lane), branch.text(name));
  }

  resource(name, value) {
    for (const branch of this.branches) branch.sink.resource(branch.text(name), value);
  }

  misuse(kind, words, stack) {
    for (const branch of this.branches) {
      branch.sink.misuse(branch.text(kind), branch.text(words), branch.stack(stack));
    }
  }
}

/** Events that name nothing that is numbered. */
const PLAIN = ['free', 'flag', 'lost', 'holder', 'scopeEnd', 'counter', 'flush', 'close'];
for (const name of PLAIN) {
  TeeSink.prototype[name] = function (...given) {
    const { branches } = this;
    for (let i = 0; i < branches.length; i++) branches[i].sink[name](...given);
  };
}

module.exports = { TeeSink };
