'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawn } = require('node:child_process');

/** Exit codes of the command. */
const Code = Object.freeze({ CLEAN: 0, LEAK: 1, NO_VERDICT: 3 });

/** Of a fingerprint, in the answer's text. */
const DIGITS_SHOWN = 8;

/**
 * @typedef {object} Judgement of one recording, by the `tensorleak` command
 * @property {number} code
 * @property {object} report as docs/report.md has it
 * @property {string} text   the same in words
 * @property {boolean} leaks more than is allowed
 * @property {string} log    files, in a folder that is removed by dispose()
 * @property {string} html
 * @property {() => void} dispose
 */

/**
 * @param {string} text the event log
 * @param {{command?: string, allow?: string[]}} options
 * @returns {Promise<Judgement>}
 */
async function judge(text, { command, allow = [] }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tensorleak-'));
  const dispose = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const log = path.join(folder, 'tensors.jsonl');
    fs.writeFileSync(log, text);
    const { code, stdout, stderr } = await run(command || process.env.TENSORLEAK || 'tensorleak',
      ['run', '--no-alloc', '--color', 'never', '-o', folder, log]);
    if (!Object.values(Code).includes(code)) {
      throw new Error(`the tensorleak command cannot judge what the page did (it ended with ${code}): ${stderr}`);
    }
    const report = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8'));
    const leaks = code === Code.LEAK && !areAllowed(report, allow);
    return { code, report, text: stdout.trimEnd(), leaks, log, html: path.join(folder, 'report.html'), dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Whether all that leaks is a site that may, by the first eight digits at least, or a resource that may. */
function areAllowed({ sites, resources }, allow) {
  const leaking = [...sites, ...resources].filter(({ label }) => label.startsWith('LEAK'));
  return leaking.length > 0 && leaking.every(({ fingerprint, name }) => allow.some((allowed) => allowed === name ||
    (fingerprint !== undefined && allowed.length >= DIGITS_SHOWN && fingerprint.startsWith(allowed))));
}

function run(command, options) {
  return new Promise((resolve, reject) => {
    const tool = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of Object.keys(said)) tool[name].setEncoding('utf8').on('data', (more) => { said[name] += more; });
    tool.on('error', (error) => reject(new Error(
      `the tensorleak command, which judges what pages do, does not start: ${error.message}. Build or install it, ` +
      'and put it on the PATH, or name it in the variable TENSORLEAK or by test.use({ leakOptions: { command } })')));
    tool.on('close', (code, signal) => resolve({ code: code === null ? signal : code, ...said }));
  });
}

module.exports = { Code, judge };
