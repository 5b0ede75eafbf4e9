'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { temporaryFolder, PACKAGES } = require('./program.cjs');

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

/**
 * Runs a program by `tensorleak run -- node`, so with the addon where that was built.
 * @param {object} given as for runProgram(), and:
 * @param {string[]} [given.options] of `tensorleak run`
 * @returns {{report: object, trace: 'addon'|'log', stdout: string, stderr: string, code: number|null}}
 *   report: null where the tool refused
 */
function runByTool({ file, source, extension = '.js', packages = 'tfjs-4.22', options = [], node = [], environment = {} }) {
  const folder = temporaryFolder();
  const program = file || path.join(folder, `program${extension}`);
  const modules = path.join(PACKAGES, packages, 'node_modules');
  if (source !== undefined) {
    fs.writeFileSync(program, source);
    fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  }
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...inherited } = process.env;
  const run = spawnSync(TOOL,
    ['run', '--quiet', '--exit-code=program', '-o', path.join(folder, 'out'), ...options, '--', process.execPath, ...node, program],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...inherited, NODE_PATH: modules, ...environment } });
  const written = path.join(folder, 'out', 'report.json');
  return {
    report: fs.existsSync(written) ? JSON.parse(fs.readFileSync(written, 'utf8')) : null,
    trace: fs.existsSync(path.join(folder, 'out', 'trace.tltrace')) ? 'addon' : 'log',
    stdout: run.stdout,
    stderr: run.stderr,
    code: run.status,
  };
}

module.exports = { judge, runByTool, toolMissing };
