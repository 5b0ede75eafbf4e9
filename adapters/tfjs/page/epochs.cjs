'use strict';

/**
 * Marks a frame at the start of each frame of the display in which the page has something to do: at the
 * first callback of requestAnimationFrame or requestVideoFrameCallback. What is done after an await
 * belongs to the frame of the display in which it is done. A frame in which no tensor was made is not
 * counted: a page that draws at 60 Hz may compute at 10.
 *
 * A library that waits for the next frame, as ml5 does in the midst of a classification, cuts the turns of
 * the page's loop into pieces. So from the first callback on that the page's own code asks for, only such
 * callbacks begin a frame.
 */
class Epochs {
  /**
   * @param {() => number} tensorsMade so far
   * @param {() => void} mark
   * @param {() => boolean} isAskedByPage whether the caller is the page's own code, and no library's
   * @param {import('../agent/guard.cjs').Guard} guard
   */
  constructor(tensorsMade, mark, isAskedByPage, guard) {
    this.guard = guard;
    this.isAskedByPage = isAskedByPage;
    this.hasPageLoop = false;
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
    const isOfPage = this.isOfPage();
    return [function (time) {
      try { if (isOfPage || !epochs.hasPageLoop) epochs.begins(time); } catch (error) { epochs.guard.fail(error); }
      return Reflect.apply(callback, this, arguments);
    }, ...rest];
  }

  /** Looks at the caller's stack, which costs some µs; the display asks for a few in each frame. */
  isOfPage() {
    if (this.areDeclared || !this.guard.on) return false;
    try {
      const isOfPage = this.isAskedByPage();
      if (isOfPage) this.hasPageLoop = true;
      return isOfPage;
    } catch (error) {
      this.guard.fail(error);
      return false;
    }
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
