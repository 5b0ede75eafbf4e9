'use strict';

/** Frames, or without frames seconds and tensors, in which every tensor gets its stack. */
const WARM_FRAMES = 3;
const WARM_MILLISECONDS = 2000;
const WARM_TENSORS = 20000;
/** A site gets no more stacks when its tensors ended with their frame this many times in a row. */
const QUIET_FRAMES = 60;
/** Without frames: a tensor has survived when this many were made after it at its site. */
const LATER_TENSORS = 32;

/**
 * Says which tensors get a stack. A stack costs about ten times what the rest of the record costs,
 * and only the stacks of survivors are ever shown, so after a warm-up only the sites that had
 * survivors get more, and the first tensor of each new site: a leak whose shape is another every time
 * has no other. Sites are looked at again at each mark: a leak that starts late has its stacks
 * from the frame after its first survivor.
 */
class StackPolicy {
  /**
   * @param {'all'|'adaptive'|'none'} mode
   * @param {() => number} now milliseconds
   */
  constructor(mode, now) {
    this.mode = mode;
    this.now = now;
    this.warm = false;
    this.always = mode === 'all';
    this.tracksSurvivors = mode === 'adaptive';
    this.isAsked = false;    // for a time, all get one
    this.marks = 0;
    this.epoch = 0;
    this.tensors = 0;
    this.began = -1;
    this.touched = [];
  }

  /** A tensor is being made at this site. @returns {boolean} whether it gets a stack */
  made(site, record) {
    return this.rations(site, record) || this.isAsked;
  }

  rations(site, record) {
    if (!this.tracksSurvivors) return this.always;
    if (site.epoch !== this.epoch) {
      site.epoch = this.epoch;
      site.young = 0;
      this.touched.push(site);
    }
    site.young++;
    record.epoch = this.epoch;
    const isFirst = site.made++ === 0;
    if (this.marks === 0) this.probe(site, record);
    return this.warm ? site.survives || isFirst : this.warming();
  }

  /** A tensor that was made at this site is gone. */
  gone(site, record) {
    if (!this.tracksSurvivors) return;
    if (record.epoch === site.epoch) site.young--;
    if (site.probe === record) site.probe = null;
  }

  /** A frame ends. */
  mark() {
    if (!this.tracksSurvivors) return;
    this.marks++;
    this.warm = this.marks > WARM_FRAMES;
    for (const site of this.touched) judge(site);
    this.touched.length = 0;
    this.epoch++;
  }

  warming() {
    if (this.marks > 0) return true;
    if (this.began < 0) this.began = this.now();
    this.warm = ++this.tensors > WARM_TENSORS || this.now() - this.began > WARM_MILLISECONDS;
    return true;
  }

  probe(site, record) {
    if (site.probe === null) {
      site.probe = record;
      site.probedAt = site.made;
    } else if (site.made - site.probedAt >= LATER_TENSORS) {
      site.survives = true;
      site.probe = null;
    }
  }
}

function judge(site) {
  if (site.young > 0) {
    site.survives = true;
    site.quiet = 0;
  } else if (site.survives && ++site.quiet >= QUIET_FRAMES) {
    site.survives = false;
  }
}

module.exports = { StackPolicy };
