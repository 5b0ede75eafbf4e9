'use strict';

/** Sites that are looked at, those of most survivors first, and tensors of each: first, middle, last. */
const MOST_SITES = 256;
/** A look while the program runs, at marks so far apart, sees what a function that runs holds. */
const FIRST_LOOK = 8;
const NEXT_LOOK = 4;
/** Without frames a second counts as so many. */
const FRAMES_PER_TICK = 4;
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
   * @param {{whoHolds?: Function|null, now: Function, tell: Function}} host see index.cjs
   */
  constructor(session, { whoHolds = null, now, tell }) {
    this.session = session;
    this.whoHolds = whoHolds;
    this.now = now;
    this.tell = tell;
    this.marks = 0;
    this.ticks = 0;
    this.nextLook = FIRST_LOOK;
    this.spent = 0;
    this.numbers = new Map();      // of sites
    this.held = new Set();         // records of which a holder was told
    this.told = new Map();         // by group: its site, and whether somebody was found to hold it
  }

  /** A frame ends. */
  mark() {
    if (this.whoHolds !== null) this.lookWhenDue(++this.marks, `at frame ${this.marks}`);
  }

  /** A second has passed. */
  tick() {
    if (this.whoHolds === null || this.marks > 0) return;
    this.lookWhenDue(++this.ticks * FRAMES_PER_TICK, `after ${this.ticks} s`);
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
    this.session.lost.flush();
    const groups = this.chosen();
    if (groups.length === 0) return;
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

  take({ key, site, records }, answers, when) {
    const isHeld = answers.some(({ by }) => by !== '');
    const stands = !isHeld && this.wasHeld(key, site);
    if (!stands) this.told.set(key, { site, isHeld });
    records.forEach((record, i) => {
      const { by, path, members } = answers[i];
      if (by !== '') this.held.add(record);
      if (by !== '' || !(stands || this.held.has(record))) {
        this.session.sink.holder(record.id, by === '' ? '' : by + when, path, members);
      }
    });
  }

  /** Whether an earlier look found a holder of this group; of one with a new stack: of any of its site. */
  wasHeld(key, site) {
    const told = this.told.get(key);
    if (told !== undefined) return told.isHeld;
    return [...this.told.values()].some((other) => other.site === site && other.isHeld);
  }

  /** @returns {{key: string, site: object, records: object[]}[]} a few live records of each site */
  chosen() {
    const groups = [...this.groups().values()];
    groups.sort((a, b) => b.records.length - a.records.length);
    return groups.slice(0, MOST_SITES).map(({ key, site, records }) => {
      const few = new Set([records[0], records[records.length >> 1], records[records.length - 1]]);
      for (const record of records) if (this.held.has(record)) few.add(record);
      return { key, site, records: [...few] };
    });
  }

  /** Live records by site and stack, oldest first; of those that have left the nursery. */
  groups() {
    const groups = new Map();
    for (const { newest } of this.session.trackers) {
      for (let record = newest; record !== null; record = record.older) {
        const key = `${this.numberOf(record.site)}:${record.stack}`;
        if (!groups.has(key)) groups.set(key, { key, site: record.site, records: [] });
        groups.get(key).records.push(record);
      }
    }
    for (const { records } of groups.values()) records.reverse();
    return groups;
  }

  numberOf(site) {
    let number = this.numbers.get(site);
    if (number === undefined) this.numbers.set(site, number = this.numbers.size);
    return number;
  }
}

module.exports = { Holders };
