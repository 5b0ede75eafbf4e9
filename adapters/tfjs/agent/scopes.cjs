'use strict';

const { isOpScope, opOfScope, stateOf } = require('./generations.cjs');

/** A tidy, or a scope that the program opened by hand. */
class Scope {
  constructor(name, parent, path, byHand) {
    this.name = name;
    this.parent = parent;
    this.path = path;       // number of the chain of names, for Ops.siteOf()
    this.byHand = byHand;
    this.misused = false;
    this.isOpen = false;    // these two are for held_scopes.cjs
    this.isHeld = false;
  }
}

/**
 * The scopes of one engine. Every operation opens one of its own; those are kept apart and never
 * sent, so that what remains is the program's tidies. A tensor that a scope returns belongs to the
 * parent afterwards; the reader knows that rule, so nothing has to be sent for it.
 */
class Scopes {
  /** @param {object} session for text(), sink and isOpen */
  constructor(session, engine, generation) {
    this.session = session;
    this.generation = generation;
    this.stack = [];         // as the engine's: a Scope, or the name of an operation's scope
    this.top = null;         // innermost Scope
    this.closing = null;     // the entry whose end disposes tensors at this moment
    this.isTidy = false;     // tidy() is about to open a scope
    this.knowsTidy = typeof engine.tidy === 'function';   // before 0.12 it opened scopes from outside
    this.paths = session.scopePaths;
    this.opScope = '';       // the name that was seen last of an operation's scope: many come in a row
    const open = stateOf(engine).scopeStack;
    for (let i = 0; open && i < open.length; i++) this.stack.push('');
  }

  /** The scope that ends next, of an operation or not. */
  get innermost() {
    const depth = this.stack.length;
    return depth > 0 ? this.stack[depth - 1] : '';
  }

  get path() {
    return this.top === null ? 0 : this.top.path;
  }

  /** The operation in whose scope we are, or '' */
  get op() {
    const entry = this.innermost;
    return typeof entry === 'string' ? opOfScope(entry) : '';
  }

  /** After the engine's startScope(). @returns {Scope|null} a scope opened by hand */
  began(name, engine) {
    const wasTidy = this.isTidy;
    this.isTidy = false;
    this.align(stateOf(engine).scopeStack.length - 1);
    if (!wasTidy && this.isOp(name)) {
      this.stack.push(name);
      return null;
    }
    const tidy = wasTidy || !this.knowsTidy;
    const text = typeof name === 'string' ? name : '';
    const scope = new Scope(text, this.top, this.paths.within(this.path, text), !tidy);
    this.stack.push(scope);
    this.top = scope;
    if (this.session.isOpen) this.session.sink.scopeBegin(this.session.text(text));
    return tidy ? null : scope;
  }

  isOp(name) {
    if (name === this.opScope && name !== '') return true;
    if (!isOpScope(name, this.generation)) return false;
    this.opScope = name;
    return true;
  }

  /** After the engine's endScope(), or whenever it has fewer scopes than we. */
  ended(engine) {
    this.align(stateOf(engine).scopeStack.length);
  }

  /** Sends the scopes that were open before there was anywhere to send them to. */
  replay() {
    for (const entry of this.stack) {
      if (typeof entry !== 'string') this.session.sink.scopeBegin(this.session.text(entry.name));
    }
  }

  align(depth) {
    while (this.stack.length > depth) {
      const entry = this.stack.pop();
      if (typeof entry === 'string') continue;
      this.top = entry.parent;
      if (this.session.isOpen) this.session.sink.scopeEnd();
    }
    while (this.stack.length < depth) this.stack.push('');
  }
}

/** Numbers chains of scope names; 0 is outside of all. */
class ScopePaths {
  constructor() {
    this.inner = [new Map()];
  }

  within(path, name) {
    let inner = this.inner[path].get(name);
    if (inner === undefined) {
      inner = this.inner.push(new Map()) - 1;
      this.inner[path].set(name, inner);
    }
    return inner;
  }
}

module.exports = { Scopes, ScopePaths };
