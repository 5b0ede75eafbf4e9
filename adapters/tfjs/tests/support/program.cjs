'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const REGISTER = path.join(__dirname, '../../node/register.cjs');
const PACKAGES = path.join(__dirname, '../packages');

/** What tfjs says on stderr in Node, which is none of our doing. */
const GREETING = /^(=+|Hi(, looks like|! Looks like|,).*|.*running TensorFlow\.js in Node.*|\s*)$/;

/** Whether a set of packages was installed by tests/install. */
function isInstalled(packages) {
  return fs.existsSync(path.join(PACKAGES, packages, 'node_modules'));
}

/** Why a test of these packages is left out, or false: for node:test's `skip`. */
function missing(packages) {
  return isInstalled(packages) ? false : `adapters/tfjs/tests/install ${packages} was not run`;
}

const folders = [];
process.on('exit', () => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** A new folder, removed when the tests are done. */
function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tensorleak-tfjs-'));
  folders.push(folder);
  return folder;
}

/**
 * Runs a program under the agent, or with `agent: false` without it.
 * @param {object} given
 * @param {string} [given.file]      the program, or:
 * @param {string} [given.source]    its text
 * @param {string} [given.extension] of the text: .js or .mjs
 * @param {string} [given.packages]  a folder of tests/packages
 * @param {string} [given.stacks]    TENSORLEAK_STACKS
 * @param {string[]} [given.node]    arguments for node
 * @returns {{code: number|null, signal: string|null, stdout: string, stderr: string, folder: string,
 *   logs: string[], log: string, events: object[]}} logs: names of all logs, the program's own first
 */
function runProgram({ file, source, extension = '.js', packages = 'tfjs-4.22', stacks, node = [],
  environment = {}, agent = true }) {
  const folder = temporaryFolder();
  const program = file || path.join(folder, `program${extension}`);
  if (source !== undefined) {
    fs.writeFileSync(program, source);
    // Modules of ECMAScript do not heed NODE_PATH.
    fs.symlinkSync(path.join(PACKAGES, packages, 'node_modules'), path.join(folder, 'node_modules'));
  }
  const log = path.join(folder, 'tensors.jsonl');
  const ours = agent ? { NODE_OPTIONS: `--require ${REGISTER}`, TENSORLEAK_TFJS_LOG: log } : {};
  if (agent && stacks) ours.TENSORLEAK_STACKS = stacks;
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...inherited } = process.env;
  const run = spawnSync(process.execPath, [...node, program], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...inherited, NODE_PATH: path.join(PACKAGES, packages, 'node_modules'), ...ours, ...environment },
  });
  const logs = fs.readdirSync(folder).filter((name) => name.startsWith('tensors.jsonl')).sort();
  return {
    code: run.status,
    signal: run.signal,
    stdout: run.stdout,
    stderr: run.stderr.split('\n').filter((line) => !GREETING.test(line)).join('\n'),
    folder,
    log,
    logs: logs.map((name) => path.join(folder, name)),
    events: logs.length > 0 ? eventsOf(path.join(folder, logs[0])) : [],
  };
}

function eventsOf(log) {
  return fs.readFileSync(log, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

module.exports = { runProgram, eventsOf, missing, isInstalled, temporaryFolder, PACKAGES };
