'use strict';

/**
 * Interns what the many tensors of a program have in common, so that an event is a few numbers:
 *
 *   Op    Add
 *   Kind  Add float32 [2,3]                    the sink's kind()
 *   Site  Add float32 [2,3] in tidy > forward  the key by which stacks are rationed
 */

class Op {
  constructor(name, text) {
    this.name = name;
    this.text = text;      // the sink's number
    this.last = null;      // the Kind that was asked for last: usually the next one, too
    this.kinds = new Map();
  }
}

class Kind {
  constructor(number, dtype, shape) {
    this.number = number;
    this.dtype = dtype;
    this.shape = shape;
    this.last = null;
    this.sites = new Map();
  }

  is(dtype, shape) {
    const mine = this.shape;
    if (this.dtype !== dtype || mine.length !== shape.length) return false;
    for (let i = 0; i < mine.length; i++) if (mine[i] !== shape[i]) return false;
    return true;
  }
}

/** Rationed by policy.cjs, which owns all fields but the first. */
class Site {
  constructor(path) {
    this.path = path;
    this.epoch = -1;         // the frame in which a tensor was made here last
    this.young = 0;          // tensors made here in that frame and alive
    this.survives = false;   // some outlived their frame: the next get stacks
    this.quiet = 0;          // frames since then in which none did
    this.made = 0;
    this.probe = null;       // without frames: a tensor whose life is watched
    this.probedAt = 0;
  }
}

class Ops {
  /** @param {(text: string) => number} text @param {Function} kind the sink's kind() */
  constructor(text, kind) {
    this.text = text;
    this.kind = kind;
    this.ops = new Map();
    this.last = new Op('', 0);
  }

  op(name) {
    if (name === this.last.name) return this.last;
    let op = this.ops.get(name);
    if (op === undefined) this.ops.set(name, op = new Op(name, this.text(name)));
    return this.last = op;
  }

  /** @param {(number: number, op: string, dtype: string, shape: number[]) => void} tell of each kind */
  eachKind(tell) {
    for (const op of this.ops.values()) {
      for (const { number, dtype, shape } of op.kinds.values()) tell(number, op.name, dtype, shape);
    }
  }

  kindOf(op, dtype, shape) {
    const last = op.last;
    if (last !== null && last.is(dtype, shape)) return last;
    const key = `${dtype}:${shape}`;
    let kind = op.kinds.get(key);
    if (kind === undefined) {
      const own = Array.from(shape);
      op.kinds.set(key, kind = new Kind(this.kind(op.name, dtype, own), dtype, own));
    }
    return op.last = kind;
  }

  siteOf(kind, path) {
    const last = kind.last;
    if (last !== null && last.path === path) return last;
    let site = kind.sites.get(path);
    if (site === undefined) kind.sites.set(path, site = new Site(path));
    return kind.last = site;
  }
}

module.exports = { Ops };
