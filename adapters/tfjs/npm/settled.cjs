'use strict';

// Taken now: a test may put a clock of its own in their place later.
const { setImmediate } = require('node:timers');

/** What a finished function has under way still gets this many turns of the event loop. */
const TURNS = 2;

async function settled() {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => { setImmediate(resolve); });
}

module.exports = { settled };
