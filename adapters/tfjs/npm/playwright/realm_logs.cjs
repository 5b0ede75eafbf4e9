'use strict';

const { Message } = require('../../page/binding_output.cjs');

/** How these events begin in an event log. */
const MARK = '{"e":"frame",';
const END = '{"e":"end",';

/** The event log of one realm: a document of a frame of a page. */
class RealmLog {
  constructor() {
    this.parts = [];
    this.isOpen = true;
    this.isJudged = false;   // by its turns
  }

  get text() {
    return this.parts.join('');
  }
}

/** The event logs of the realms of a test, put together of the agents' messages. */
class RealmLogs {
  constructor() {
    this.logs = [];
    this.byFrame = new Map();
    this.waiting = [];
  }

  /** @param {object} frame of Playwright: it has one document after the other @param {string} message */
  take(frame, message) {
    const kind = message[0];
    if (kind === Message.OPEN) this.begin(frame);
    const log = this.byFrame.get(frame);
    if (log === undefined) return;
    if (kind === Message.MORE) log.parts.push(message.slice(1));
    if (kind === Message.CLOSE) log.isOpen = false;
    for (const look of this.waiting.splice(0)) look();
  }

  begin(frame) {
    const before = this.byFrame.get(frame);
    if (before !== undefined) before.isOpen = false;
    const log = new RealmLog();
    this.byFrame.set(frame, log);
    this.logs.push(log);
  }

  /** @returns {RealmLog|undefined} the log of the document that a frame shows */
  of(frame) {
    const log = this.byFrame.get(frame);
    return log !== undefined && log.isOpen ? log : undefined;
  }

  /** Waits until something is the case, but no longer than so many milliseconds. */
  async until(isSo, milliseconds) {
    const end = Date.now() + milliseconds;
    while (!isSo() && Date.now() < end) {
      await new Promise((resolve) => {
        this.waiting.push(resolve);
        setTimeout(resolve, end - Date.now());
      });
    }
  }
}

/** @returns {number} the marks of a lane */
function marksIn(text, lane) {
  return linesOf(text).filter((line) => isMarkOf(line, lane)).length;
}

/** The log up to the last mark of a lane, which ends it, without the marks of all others. */
function turnsAlone(text, lane) {
  const lines = linesOf(text).filter((line) => !line.startsWith(MARK) || isMarkOf(line, lane));
  return endedAfter(lines.slice(0, lines.findLastIndex((line) => isMarkOf(line, lane)) + 1));
}

/**
 * The log with its end, which a document that another took the place of could not tell any more. One without
 * frames stays as it is: what it held would be taken for forgotten.
 */
function wholeText(text) {
  const lines = linesOf(text);
  const hasEnd = lines.length > 0 && lines[lines.length - 1].startsWith(END);
  return hasEnd || !lines.some((line) => line.startsWith(MARK)) ? text : endedAfter(lines);
}

function endedAfter(lines) {
  const { t } = JSON.parse(lines.findLast((line) => line.includes('"t":')));
  return `${lines.join('\n')}\n${JSON.stringify({ e: 'end', t })}\n`;
}

/** Without what may stand behind the last end of a line. */
function linesOf(text) {
  return text.split('\n').slice(0, -1);
}

function isMarkOf(line, lane) {
  return line.startsWith(MARK) && line.includes(`"lane":${JSON.stringify(lane)}`);
}

module.exports = { RealmLogs, marksIn, turnsAlone, wholeText };
