'use strict';

// A page with the panel in a real browser, worked by real clicks. What is in the panel's closed root is
// found as a screen reader finds it: in the browser's tree of roles and names.

const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { pageMissing } = require('./page.cjs');
const { isInstalled, temporaryFolder, PACKAGES } = require('./program.cjs');

const TOOL = process.env.TENSORLEAK || '';

/** Why tests of the panel are left out, or false. */
function panelMissing() {
  if (pageMissing()) return pageMissing();
  return isInstalled('playwright') ? false : 'playwright is not installed: adapters/tfjs/tests/install';
}

let script = '';

/** tensorleak.js, as the command gives it. */
function panelScript() {
  if (script !== '') return script;
  const given = spawnSync(TOOL, ['panel'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (given.status !== 0) throw new Error(given.stderr);
  return script = given.stdout;
}

let browser = null;

/** One browser for all tests of a file; close() it after them. */
async function launch() {
  if (browser !== null) return browser;
  const { chromium } = require(path.join(PACKAGES, 'playwright/node_modules/playwright-core'));
  const found = spawnSync('sh', ['-c', 'command -v chromium chromium-browser google-chrome'], { encoding: 'utf8' });
  const executablePath = found.stdout.split('\n')[0];
  return browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

async function close() {
  if (browser !== null) await browser.close();
  browser = null;
}

/** @param {string} url @param {object} options of the browser's context @returns {Promise<PanelPage>} */
async function open(t, url, options = {}) {
  const context = await (await launch()).newContext({ viewport: { width: 900, height: 700 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await page.goto(url);
  return new PanelPage(page, await context.newCDPSession(page), errors);
}

class PanelPage {
  constructor(page, session, errors) {
    this.page = page;
    this.session = session;
    this.errors = errors;
    this.offset = { x: 0, y: 0 };
  }

  /** The panel in a frame of the page, which may be in a process of its own. */
  async inFrame(frame) {
    const { x, y } = await (await frame.frameElement()).boundingBox();
    let { session } = this;
    try {
      session = await this.page.context().newCDPSession(frame);
    } catch { /* It is in the page's own. */ }
    const inside = new PanelPage(this.page, session, this.errors);
    inside.offset = session === this.session ? { x: 0, y: 0 } : { x, y };
    inside.frame = frame;
    return inside;
  }

  /** All that can be perceived. @returns {Promise<{role: string, name: string, node: number}[]>} */
  async perceived() {
    const frameId = this.frame && this.offset.x === 0 ? await this.frameId() : undefined;
    const { nodes } = await this.session.send('Accessibility.getFullAXTree', { frameId });
    return nodes.filter(({ ignored }) => !ignored).map(({ role, name, backendDOMNodeId, properties = [] }) => ({
      role: role.value,
      name: name ? name.value : '',
      node: backendDOMNodeId,
      states: Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
    }));
  }

  async frameId() {
    const { frameTree } = await this.session.send('Page.getFrameTree');
    const found = frameTree.childFrames.find(({ frame }) => frame.url === this.frame.url());
    return found.frame.id;
  }

  /** The words of the panel in one text. */
  async text() {
    const all = await this.perceived();
    const begin = all.findIndex(({ role, name }) => role === 'region' && name === 'tensorleak');
    return begin === -1 ? '' : all.slice(begin).filter(({ role }) => role === 'StaticText').map(({ name }) => name.trim()).join(' ');
  }

  /** @returns {Promise<string>} the text that matched */
  async waitFor(pattern, milliseconds = 20000) {
    const end = Date.now() + milliseconds;
    for (;;) {
      const text = await this.text();
      if (pattern.test(text)) return text;
      if (Date.now() > end) throw new Error(`the panel does not say ${pattern}, but: ${text || 'nothing'}`);
      await this.page.waitForTimeout(100);
    }
  }

  async box(role, pattern) {
    const found = (await this.perceived()).find((one) => one.role === role && pattern.test(one.name));
    if (found === undefined) throw new Error(`there is no ${role} ${pattern}`);
    const { model } = await this.session.send('DOM.getBoxModel', { backendNodeId: found.node });
    const [x, y, right, , , bottom] = model.border;
    return { x: x + this.offset.x, y: y + this.offset.y, width: right - x, height: bottom - y };
  }

  async click(name) {
    const { x, y, width, height } = await this.box('button', name);
    await this.page.mouse.click(x + width / 2, y + height / 2);
  }

  async focused() {
    const found = (await this.perceived()).find(({ role, states }) => role === 'button' && states.focused);
    return found === undefined ? '' : found.name;
  }

  /** Clicks "Save log". @returns {Promise<string>} the file that the browser saved */
  async save() {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.click(/^Save log$/)]);
    const file = path.join(temporaryFolder(), download.suggestedFilename());
    await download.saveAs(file);
    return file;
  }
}

/** Puts a script tag of the panel's before all others of a page in a folder. */
function addScriptTag(folder) {
  const index = path.join(folder, 'index.html');
  fs.writeFileSync(path.join(folder, 'tensorleak.js'), panelScript());
  const page = fs.readFileSync(index, 'utf8');
  // On the first line, so that all others keep their numbers.
  fs.writeFileSync(index, page.replace('<!doctype html>', '<!doctype html><script src="tensorleak.js"></script>'));
}

module.exports = { panelMissing, panelScript, addScriptTag, open, close };
