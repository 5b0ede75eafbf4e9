'use strict';

const { STOPS } = require('../../agent/guard.cjs');
const { LeakedTensorsError, NothingObservedError, placeOfCaller } = require('../errors.cjs');
const { Code, judge } = require('./judgement.cjs');
const { BINDING, pageScript } = require('./page_script.cjs');
const { RealmLogs, marksIn, turnsAlone, wholeText } = require('./realm_logs.cjs');

/** One in an endless loop never answers. */
const MILLISECONDS_TO_ANSWER = 3000;
/** For what was sent before an answer. */
const MILLISECONDS_TO_ARRIVE = 500;
/** Turns that tell a leak from the first turns of a cache that fills. */
const FEWEST_TURNS = 3;

/** What a test has at hand: records the pages of contexts, and judges what they did. */
class Leak {
  /**
   * @param {import('../playwright').LeakOptions} options
   * @param {import('@playwright/test').TestInfo} testInfo
   */
  constructor(options, testInfo) {
    this.options = options;
    this.testInfo = testInfo;
    this.contexts = [];
    this.logs = new RealmLogs();
    this.repeats = 0;
    this.stopped = '';       // what an agent said that had to give up
  }

  /** Records the pages that a context opens from now on. @param {import('@playwright/test').BrowserContext} context */
  async watch(context) {
    if (this.options.off || this.contexts.includes(context)) return;
    this.contexts.push(context);
    await context.exposeBinding(BINDING, ({ frame }, message) => this.logs.take(frame, String(message)));
    await context.addInitScript(pageScript());
    context.on('page', (page) => this.endBeforeClose(page));
    context.on('console', (message) => {
      if (message.text().startsWith(STOPS)) this.stopped = message.text();
    });
  }

  /** A page that is closed does not tell its end. */
  endBeforeClose(page) {
    const close = page.close.bind(page);
    page.close = async (...given) => {
      await this.end(page.frames());
      return close(...given);
    };
  }

  /**
   * Does something several times, each time a frame, and fails if that leaks.
   * @param {number} turns
   * @param {(turn: number) => unknown} act
   */
  async repeat(turns, act) {
    const fromHere = placeInTest(this.repeat);
    if (this.options.off) return this.onlyRepeat(turns, act);
    if (!Number.isInteger(turns) || turns < FEWEST_TURNS) {
      throw fromHere(new RangeError(`leak.repeat(): ${turns} turns tell nothing, ask for ${FEWEST_TURNS} or more; 7 is a good number`));
    }
    const lane = `repeat ${++this.repeats}`;
    await this.mark(lane);
    for (let turn = 0; turn < turns; turn++) {
      await act(turn);
      await this.settle();
      await this.mark(lane);
    }
    const logs = await this.logsMarked(lane, turns + 1);
    for (const log of logs) log.isJudged = true;
    try {
      return await this.judgeTurns(logs, lane, turns);
    } catch (error) {
      throw fromHere(error);
    }
  }

  async onlyRepeat(turns, act) {
    for (let turn = 0; turn < turns; turn++) await act(turn);
    return null;
  }

  /** @returns {Promise<import('../playwright').LeakSummary>} of the document that made tensors first */
  async judgeTurns(logs, lane, turns) {
    if (logs.length === 0) {
      throw new NothingObservedError('nothing observed: no document made a tensor with TensorFlow.js, in leak.repeat() or before');
    }
    this.refuseIfStopped();
    const summaries = [];
    for (const log of logs) {
      const { code, report, text } = await this.judged(turnsAlone(log.text, lane));
      // One that came or went meanwhile can do no more than leak.
      if (marksIn(log.text, lane) <= turns) continue;
      if (code === Code.NO_VERDICT) throw new NothingObservedError(`no verdict on ${turns} turns\n${text}`);
      summaries.push(summaryOf(report, turns));
    }
    if (summaries.length > 0) return summaries[0];
    throw new NothingObservedError(
      `no verdict: no document was there in all ${turns} turns; one that is loaded anew has lost its tensors`);
  }

  /** Judges what leak.repeat() has not judged, when the test is over. */
  async judgeRest() {
    let most = 0;
    const doubts = new Set();
    for (const log of this.logs.logs) {
      if (log.isJudged || log.parts.length === 0) continue;
      const { report, code } = await this.judged(wholeText(log.text));
      const frames = Math.max(0, ...report.lanes.map((lane) => lane.frames));
      if (frames === 0) doubts.add('nothing in which tensors are made is repeated: leak.repeat() does');
      else if (code === Code.NO_VERDICT) doubts.add(report.verdict.doubts.join(', '));
      most = Math.max(most, frames);
    }
    this.refuseIfStopped();
    for (const doubt of doubts) this.testInfo.annotations.push({ type: 'tensorleak', description: `no verdict: ${doubt}` });
    const { minFrames = 0 } = this.options;
    if (most < minFrames && !this.logs.logs.some(({ isJudged }) => isJudged)) {
      throw new NothingObservedError(`no verdict: ${most} frames in which tensors were made, and minFrames asks for ${minFrames}`);
    }
  }

  /** @returns {Promise<import('./judgement.cjs').Judgement>} its files are gone; throws on a leak */
  async judged(text) {
    const judgement = await judge(text, this.options);
    try {
      if (!judgement.leaks) return judgement;
      await this.testInfo.attach('tensorleak report', { path: judgement.html, contentType: 'text/html' });
      await this.testInfo.attach('tensorleak recording', { path: judgement.log, contentType: 'application/x-ndjson' });
      const error = new LeakedTensorsError(`the page leaks tensors\n${judgement.text}`);
      error.stack = error.name;
      throw error;
    } finally {
      judgement.dispose();
    }
  }

  refuseIfStopped() {
    if (this.stopped !== '') throw new NothingObservedError(`no verdict: ${this.stopped}`);
  }

  /** All of the pages' recordings end. */
  async finish() {
    await this.end(this.frames());
  }

  frames() {
    return this.contexts.flatMap((context) => context.pages()).flatMap((page) => page.frames());
  }

  async end(frames) {
    const open = frames.filter((frame) => this.logs.of(frame) !== undefined);
    await inEach(open, () => globalThis[Symbol.for('tensorleak.agent')]?.close());
    await this.logs.until(() => open.every((frame) => this.logs.of(frame) === undefined), MILLISECONDS_TO_ARRIVE);
  }

  async mark(lane) {
    await inEach(this.frames(), (name) => globalThis.tensorleak?.frame(name), lane);
  }

  /** What a turn has under way is done: a frame of the display, and a task. */
  async settle() {
    await inEach(this.frames(), () => new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = resolve;
        port1.postMessage(null);
      });
    }));
  }

  /** The logs that have a mark of the lane. */
  async logsMarked(lane, marks) {
    const frames = this.frames().filter((frame) => this.logs.of(frame) !== undefined);
    const isThere = (frame) => marksIn(this.logs.of(frame).text, lane) === marks;
    await this.logs.until(() => frames.every(isThere), MILLISECONDS_TO_ARRIVE);
    return this.logs.logs.filter(({ text }) => marksIn(text, lane) > 0);
  }
}

/** Playwright takes lines of a message that name a line for places of the stack, where it finds them there. */
function placeInTest(callee) {
  const fromHere = placeOfCaller(callee);
  return (error) => {
    const { message } = error;
    error.message = message.split('\n')[0];
    fromHere(error).message = message;
    return error;
  };
}

/** One that goes away meanwhile has nothing to say any more. */
async function inEach(frames, act, given) {
  const answers = frames.map((frame) => frame.evaluate(act, given).catch(() => {}));
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, MILLISECONDS_TO_ANSWER); });
  await Promise.race([Promise.all(answers), late]);
  clearTimeout(timer);
}

function summaryOf({ totals }, frames) {
  const { created, alive_tensors: alive, alive_bytes: aliveBytes } = totals;
  return { frames, created, alive, aliveBytes };
}

module.exports = { Leak };
