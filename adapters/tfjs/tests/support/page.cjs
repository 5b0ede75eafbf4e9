'use strict';

const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { spawn, spawnSync } = require('node:child_process');
const { toolMissing } = require('./tool.cjs');

const TF = path.join(__dirname, '../packages/tfjs-4.22/node_modules/@tensorflow/tfjs/dist/tf.min.js');
const [BROWSER] = spawnSync('sh', ['-c', 'command -v chromium chromium-browser google-chrome'], { encoding: 'utf8' })
  .stdout.split('\n');
const PAGES = path.join(__dirname, '../pages');

/** Why tests of pages are left out, or false. */
function pageMissing() {
  const missing = toolMissing();
  if (missing) return missing;
  if (!fs.existsSync(TF)) return 'tfjs-4.22 is not installed: adapters/tfjs/tests/install';
  return browserMissing();
}

function browserMissing() {
  return BROWSER === '' ? 'there is no Chromium: scripts/setup --browser' : false;
}

/**
 * A folder with the page, the library and what else the page needs: a sketch as people have it.
 * @param {Record<string, string>} more files by their names there
 */
function sketch(t, page, more = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tensorleak-page-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.copyFileSync(TF, path.join(folder, 'tf.min.js'));
  fs.copyFileSync(path.join(PAGES, page), path.join(folder, 'index.html'));
  for (const [name, file] of Object.entries(more)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.copyFileSync(file, path.join(folder, name));
  }
  return folder;
}

function commandOf(folder, input, options) {
  return ['run', '--format', 'json', '-o', path.join(folder, 'out'), ...options, input];
}

/** @returns {Promise<{code: number, report: object, said: string, log: () => object[]}>} */
function watch(folder, options = [], { input = folder, environment = {}, interruptAfter = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const tool = spawn(process.env.TENSORLEAK, commandOf(folder, input, options),
      { env: { ...process.env, TMPDIR: folder, ...environment } });
    const text = { stdout: '', stderr: '' };
    for (const name of Object.keys(text)) tool[name].setEncoding('utf8').on('data', (more) => { text[name] += more; });
    if (interruptAfter > 0) setTimeout(() => tool.kill('SIGINT'), interruptAfter);
    tool.on('error', reject);
    tool.on('close', (code, signal) => resolve({
      code: code === null ? signal : code,
      report: text.stdout === '' ? null : JSON.parse(text.stdout),
      said: text.stderr,
      log: () => eventsIn(path.join(folder, 'out')),
    }));
  });
}

/** The events of the one log that the run left. */
function eventsIn(out) {
  const [log, ...others] = fs.readdirSync(out).filter((name) => name.endsWith('.jsonl'));
  if (log === undefined || others.length > 0) throw new Error(`${1 + others.length} logs`);
  return fs.readFileSync(path.join(out, log), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
}

/** Serves pages by their paths, as a site of another origin does. @returns {Promise<number>} its port */
async function serve(t, pages) {
  const server = http.createServer((request, response) => {
    const page = pages[request.url.split('?')[0]];
    response.writeHead(page === undefined ? 404 : 200,
      { 'content-type': request.url.endsWith('.js') ? 'text/javascript' : 'text/html' });
    response.end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => { server.closeAllConnections(); server.close(); });
  return server.address().port;
}

module.exports = { browserMissing, BROWSER, pageMissing, serve, sketch, watch, TF };
