'use strict';

/**
 * Marks a frame at the start of each frame of the display in which the page has something to do: at the
 * first callback of requestAnimationFrame or requestVideoFrameCallback. What is done after an await
 * belongs to the frame of the display in which it is done. A frame in which no tensor was made is not
 * counted: a page that draws at 60 Hz may compute at 10.
 */
class Epochs {
  /**
   * @param {() => number} tensorsMade so far
   * @param {() => void} mark
   * @param {import('../agent/guard.cjs').Guard} guard
   */
  constructor(tensorsMade, mark, guard) {
    this.guard = guard;
    this.tensorsMade = tensorsMade;
    this.mark = mark;
    this.time = NaN;               // of the display's frame, which all its callbacks are given
    this.seen = 0;
    this.areDeclared = false;      // the page marks its frames itself
  }

  watch(realm) {
    this.wrap(realm, 'requestAnimationFrame');
    if (realm.HTMLVideoElement) this.wrap(realm.HTMLVideoElement.prototype, 'requestVideoFrameCallback');
  }

  wrap(holder, name) {
    const request = holder[name];
    if (typeof request !== 'function') return;
    const epochs = this;
    const apply = (target, self, given) => Reflect.apply(target, self, epochs.watched(given));
    // A proxy has the name, the length and the text of what it stands for.
    holder[name] = new Proxy(request, { apply });
  }

  watched([callback, ...rest]) {
    if (typeof callback !== 'function') return [callback, ...rest];
    const epochs = this;
    return [function (time) {
      try { epochs.begins(time); } catch (error) { epochs.guard.fail(error); }
      return Reflect.apply(callback, this, arguments);
    }, ...rest];
  }

  begins(time) {
    if (time === this.time || this.areDeclared) return;
    this.time = time;
    const made = this.tensorsMade();
    if (made === this.seen) return;
    this.seen = made;
    this.mark();
  }
}

module.exports = { Epochs };
