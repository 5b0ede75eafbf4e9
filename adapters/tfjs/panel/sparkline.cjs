'use strict';

const MOST_SAMPLES = 240;
/** Fewer do not fill the width. */
const FEW_SAMPLES = 40;
const WIDTH = 240;
const HEIGHT = 34;
const EDGE = 2;

/** How many tensors were alive lately, one look after the other, oldest first. */
class Sparkline {
  /** @param {import('./elements.cjs').Elements} elements */
  constructor(elements) {
    this.samples = [];
    this.line = elements.svg('polyline');
    this.area = elements.svg('polygon');
    this.element = elements.svg('svg', {
      class: 'spark', role: 'img', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none',
    }, this.area, this.line);
  }

  sample(value) {
    this.samples.push(value);
    if (this.samples.length > MOST_SAMPLES) this.samples.shift();
  }

  draw() {
    const { samples } = this;
    const lowest = Math.min(...samples);
    const highest = Math.max(...samples);
    const step = WIDTH / (Math.max(samples.length, FEW_SAMPLES) - 1);
    const scale = highest > lowest ? (HEIGHT - 2 * EDGE) / (highest - lowest) : 0;
    const height = (value) => HEIGHT - EDGE - (value - lowest) * scale;
    const points = samples.map((value, at) => `${(at * step).toFixed(1)},${height(value).toFixed(1)}`).join(' ');
    this.line.setAttribute('points', points);
    this.area.setAttribute('points', `0,${HEIGHT} ${points} ${((samples.length - 1) * step).toFixed(1)},${HEIGHT}`);
    this.element.setAttribute('aria-label', `Tensors alive in the last minute: ${lowest} to ${highest}`);
  }
}

module.exports = { Sparkline };
