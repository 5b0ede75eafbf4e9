'use strict';

/** What one of the sinks calls the texts, kinds and stacks; each is told when it is first needed. */
class Branch {
  constructor(sink, definitions) {
    this.sink = sink;
    this.definitions = definitions;
    this.texts = [0];
    this.kinds = [];           // 0 may be one, as with the addon
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

/**
 * A sink that passes all on to several. Its numbers of texts, kinds and stacks are those of the first; any
 * of the others may be replaced while the recording goes on.
 */
class TeeSink {
  /**
   * @param {object} first
   * @param {object[]} others none of them with shared memory: see batch.cjs
   */
  constructor(first, others) {
    this.first = first;
    this.definitions = { texts: [''], kinds: [], stacks: [] };
    this.branches = others.map((sink) => new Branch(sink, this.definitions));
    this.header = null;
  }

  /** What the first was told before. Stacks are not: whoever sends them has to begin anew. */
  know(texts, ops) {
    for (const [text, number] of texts) this.definitions.texts[number] = text;
    ops.eachKind((number, ...kind) => { this.definitions.kinds[number] = kind; });
  }

  /**
   * The old one is told nothing more, not even that it ends; the new one is opened if the recording is.
   * @returns {Branch} by which the new one can be told in the numbers of this sink
   */
  replace(sink, next) {
    const at = this.branches.findIndex((branch) => branch.sink === sink);
    this.branches[at] = new Branch(next, this.definitions);
    if (this.header !== null) next.open(this.header);
    return this.branches[at];
  }

  open(header) {
    this.header = header;
    this.first.open(header);
    for (const { sink } of this.branches) sink.open(header);
  }

  text(text) {
    const number = this.first.text(text);
    this.definitions.texts[number] = text;
    return number;
  }

  kind(op, dtype, shape) {
    const number = this.first.kind(op, dtype, shape);
    this.definitions.kinds[number] = [op, dtype, shape];
    return number;
  }

  stack(frames) {
    const number = this.first.stack(frames);
    this.definitions.stacks[number] = frames;
    return number;
  }

  alloc(id, buffer, bytes, kind, stack, flags) {
    this.first.alloc(id, buffer, bytes, kind, stack, flags);
    const { branches } = this;
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      branch.sink.alloc(id, buffer, bytes, branch.kind(kind), branch.stack(stack), flags);
    }
  }

  free(id, why) {
    this.first.free(id, why);
    const { branches } = this;
    for (let i = 0; i < branches.length; i++) branches[i].sink.free(id, why);
  }

  use(id, op) {
    this.first.use(id, op);
    const { branches } = this;
    for (let i = 0; i < branches.length; i++) branches[i].sink.use(id, branches[i].text(op));
  }
}

/** What each argument of the other methods is: a number of the tee's, or told as it is. */
const plain = (_, value) => value;
const text = (branch, number) => branch.text(number);
const kind = (branch, number) => branch.kind(number);
const stack = (branch, number) => branch.stack(number);
const SELDOM = {
  assign: [plain, plain, plain, kind],
  flag: [plain, plain, plain],
  name: [plain, text],
  lost: [plain],
  holder: [plain, plain, plain, plain],
  scopeBegin: [text],
  scopeEnd: [],
  frame: [text, text],
  resource: [text, plain],
  counter: [plain, plain, plain],
  misuse: [text, text, stack],
  flush: [],
  close: [],
};
for (const [name, each] of Object.entries(SELDOM)) {
  TeeSink.prototype[name] = function (...given) {
    this.first[name](...given);
    for (const branch of this.branches) {
      branch.sink[name](...each.map((numberOf, at) => numberOf(branch, given[at])));
    }
  };
}

module.exports = { TeeSink };
