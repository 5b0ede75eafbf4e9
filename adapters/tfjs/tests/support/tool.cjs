'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const TOOL = process.env.TENSORLEAK || '';

/** Why tests of the analysis are left out, or false. */
function toolMissing() {
  if (TOOL === '') return 'TENSORLEAK does not name the tensorleak command';
  return fs.existsSync(TOOL) ? false : `TENSORLEAK names ${TOOL}, which is not there`;
}

/** @returns {object} the report of `tensorleak run LOG`, whose output goes beside the log */
function judge(log) {
  const run = spawnSync(TOOL, ['run', '--format', 'json', '-o', path.join(path.dirname(log), 'report'), log],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.stdout === '') throw new Error(`tensorleak has no answer: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

module.exports = { judge, toolMissing };
