'use strict';

/** Sites that are looked at, those of most survivors first, and tensors of each: first, middle, last. */
const MOST_SITES = 64;
/** A look while the program runs, at marks so far apart, sees what a function that runs holds. */
const FIRST_LOOK = 8;
const NEXT_LOOK = 4;
/** No further look while the program runs when looking has taken so long, in milliseconds. */
const MOST_TIME = 20000;

/**
 * Asks the host who holds survivors, and tells the sink. It is asked at the end of the program; and,
 * since by then the functions that made the tensors have mostly returned and let go of what they held,
 * also at a few marks before. What was found at a mark stands until the end finds another holder.
 */
class Holders {
  /**
   * @param {object} session
   * @param {{whoHolds: Function|null, now: Function, tell: Function}} host see index.cjs
   */
  constructor(session, { whoHolds, now, tell }) {
    this.session = session;
    this.whoHolds = whoHolds;
    this.now = now;
    this.tell = tell;
    this.marks = 0;
    this.ticks = 0;
    this.nextLook = FIRST_LOOK;
    this.spent = 0;
    this.known = new Map();        // records of which a holder was told, with their group
  }

  /** A frame ends. */
  mark() {
    if (this.whoHolds !== null) this.lookWhenDue(++this.marks, `at frame ${this.marks}`);
  }

  /** A second has passed, which stands for a frame where none is marked. */
  tick() {
    if (this.whoHolds !== null && this.marks === 0) this.lookWhenDue(++this.ticks, `after ${this.ticks} s`);
  }

  /** The program ends. */
  end() {
    if (this.whoHolds !== null) this.look('');
  }

  lookWhenDue(now, when) {
    if (now < this.nextLook) return;
    this.nextLook *= NEXT_LOOK;
    if (this.spent < MOST_TIME) this.look(`, ${when}`);
  }

  /** @param {string} when what to add to the words of a holder */
  look(when) {
    const began = this.now();
    const groups = this.chosen();
    if (groups.length === 0) return;
    this.session.lost.flush();
    let answers;
    try {
      answers = this.whoHolds(groups.map(({ records }) => records), this.session.trackers.map(({ engine }) => engine));
    } catch (error) {
      // The recording goes on without it.
      this.whoHolds = null;
      this.tell(`tensorleak: who holds the survivors is not known: ${error.message}`);
      return;
    }
    groups.forEach((group, i) => this.take(group, answers[i], when));
    this.spent += this.now() - began;
  }

  take({ key, records }, answers, when) {
    const wasHeld = [...this.known].some(([record, known]) => known === key && record.isAlive);
    records.forEach((record, i) => {
      const { by, path, members } = answers[i];
      if (by === '' && wasHeld) return;
      if (by !== '') this.known.set(record, key);
      this.session.sink.holder(record.id, by === '' ? '' : by + when, path, members);
    });
  }

  /** @returns {{key: string, records: object[]}[]} a few live records of each site */
  chosen() {
    const sites = [...this.bySite()].sort(([, a], [, b]) => b.length - a.length).slice(0, MOST_SITES);
    return sites.map(([key, records]) => {
      const few = new Set([records[0], records[records.length >> 1], records[records.length - 1]]);
      for (const record of records) if (this.known.has(record)) few.add(record);
      return { key, records: [...few] };
    });
  }

  /** Live records by site and stack, oldest first. */
  bySite() {
    const sites = new Map();
    const numbers = new Map();
    for (const { newest } of this.session.trackers) {
      for (let record = newest; record !== null; record = record.older) {
        let number = numbers.get(record.site);
        if (number === undefined) numbers.set(record.site, number = numbers.size);
        const key = `${number}:${record.stack}`;
        if (sites.has(key)) sites.get(key).push(record);
        else sites.set(key, [record]);
      }
    }
    for (const records of sites.values()) records.reverse();
    return sites;
  }
}

module.exports = { Holders };
