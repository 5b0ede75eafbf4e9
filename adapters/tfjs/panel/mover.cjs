'use strict';

const MARGIN = 16;
const STEP = 16;
const LONG_STEP = 96;
const DIRECTIONS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Moves the panel by its title bar, or by keys at its grip; it stays in the window. */
class Mover {
  /**
   * @param {HTMLElement} host what is moved
   * @param {HTMLElement} bar
   * @param {HTMLElement} grip
   * @param {Window} window
   */
  constructor(host, bar, grip, window) {
    this.host = host;
    this.window = window;
    this.right = MARGIN;
    this.bottom = MARGIN;
    this.grabbed = null;
    bar.addEventListener('pointerdown', (event) => this.grab(event, bar));
    bar.addEventListener('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel']) bar.addEventListener(end, () => { this.grabbed = null; });
    grip.addEventListener('keydown', (event) => this.press(event));
    window.addEventListener('resize', () => this.place());
  }

  grab(event, bar) {
    const isButton = event.target.closest('button:not(.grip)') !== null;
    if (event.button !== 0 || isButton) return;
    this.grabbed = { x: event.clientX + this.right, y: event.clientY + this.bottom };
    bar.setPointerCapture(event.pointerId);
  }

  drag({ clientX, clientY }) {
    if (this.grabbed !== null) this.moveTo(this.grabbed.x - clientX, this.grabbed.y - clientY);
  }

  press(event) {
    if (event.key === 'Home') this.moveTo(MARGIN, MARGIN);
    else if (event.key in DIRECTIONS) {
      const [left, up] = DIRECTIONS[event.key];
      const step = event.shiftKey ? LONG_STEP : STEP;
      this.moveTo(this.right + left * step, this.bottom + up * step);
    } else return;
    event.preventDefault();
  }

  moveTo(right, bottom) {
    const { innerWidth, innerHeight } = this.window;
    const { width, height } = this.host.getBoundingClientRect();
    this.right = Math.max(0, Math.min(right, innerWidth - width));
    this.bottom = Math.max(0, Math.min(bottom, innerHeight - height));
    this.write();
  }

  /** To be called when the panel or the window has another size. */
  place() {
    this.moveTo(this.right, this.bottom);
  }

  write() {
    this.host.style.setProperty('right', `${this.right}px`, 'important');
    this.host.style.setProperty('bottom', `${this.bottom}px`, 'important');
  }
}

module.exports = { Mover };
