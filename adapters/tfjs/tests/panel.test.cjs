'use strict';

// tensorleak.js in pages of a real browser, as people use it: shown, clicked, saved.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { after, test } = require('node:test');
const { addScriptTag, close, open, panelMissing, panelScript } = require('./support/panel.cjs');
const { serve, sketch, watch, TF } = require('./support/page.cjs');
const { judge } = require('./support/tool.cjs');

const skip = panelMissing();
if (skip) console.error(`\n!! SKIPPED: no panel was opened: ${skip}\n`);
after(close);

const panelTest = (name, act) => test(name, { skip, timeout: 120_000 }, act);
const GROWING = /\+1 tensor, 32 B per frame · [\d,]+ alive/;

/** What of a report must not depend on who recorded. */
function verdictOf(report) {
  const growing = report.sites.filter(({ label }) => label === 'LEAK, growing');
  return {
    outcome: report.verdict.outcome,
    sites: growing.map(({ op, dtype, tensors_per_frame: rate, user_frame: frame }) => [op, dtype,
      `${rate.numerator}/${rate.denominator}`, `${frame.function} ${path.basename(frame.file)}:${frame.line}:${frame.column}`]),
    differences: report.counters.differences,
  };
}

function eventsIn(file) {
  const lines = zlib.gunzipSync(fs.readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Of the program alone, not of the agent. */
function assertStacksAreThePages(events) {
  for (const { frames } of events.filter(({ e }) => e === 'stack')) {
    for (const { fn = '', file = '' } of frames) {
      assert.doesNotMatch(`${fn} ${file}`, /tensorleak:|Tracker|Stacks|watched/);
    }
  }
}

/** A sketch on a server. @returns {Promise<string>} its address */
async function served(t, folder, more = {}) {
  const names = fs.readdirSync(folder).filter((name) => /\.(html|js)$/.test(name));
  const files = Object.fromEntries(names.map((name) => [`/${name}`, fs.readFileSync(path.join(folder, name))]));
  return `http://127.0.0.1:${await serve(t, { '/favicon.ico': '', ...files, ...more })}/index.html`;
}

panelTest('before the first script: growth and its line are shown, and the saved log is judged as `run` judges the page', async (t) => {
  const folder = sketch(t, 'leaks.html');
  const run = await watch(folder, ['--for-frames', '20']);
  addScriptTag(folder);
  const panel = await open(t, await served(t, folder));
  const text = await panel.waitFor(GROWING);
  assert.match(text, /\+1 per frame tensor float32 \[2,4\] draw index\.html:7/);
  await panel.waitFor(/[2-9]\d frames/);
  const log = await panel.save();
  assert.strictEqual(path.basename(log), 'tensors.jsonl.gz');
  assert.deepStrictEqual(verdictOf(judge(log)), verdictOf(run.report));
  assert.strictEqual(verdictOf(run.report).sites.length, 1);
  await panel.waitFor(/saved tensors\.jsonl\.gz/);
  const events = eventsIn(log);
  assert.strictEqual(events[0].started_late, undefined);
  assert.strictEqual(events.at(-1).e, 'end');
  assertStacksAreThePages(events);
  assert.deepStrictEqual(panel.errors, []);
});

panelTest('a page that is clean says so, from a file', async (t) => {
  const folder = sketch(t, 'clean.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(/steady · 1 alive/);
  const { outcome, sites, differences } = verdictOf(judge(await panel.save()));
  assert.deepStrictEqual([outcome, sites, differences], ['clean', [], []]);
  assert.deepStrictEqual(panel.errors, []);
});

for (const [way, add] of [
  ['pasted into the console', (page) => page.evaluate(panelScript())],
  ['by a script tag', (page) => page.addScriptTag({ content: panelScript() })],
]) {
  panelTest(`late, ${way}, it takes over an engine that runs`, async (t) => {
    const folder = sketch(t, 'leaks.html');
    const address = await served(t, folder);
    const panel = await open(t, address);
    await panel.page.waitForFunction('tf.memory().numTensors > 5');
    await add(panel.page);
    const text = await panel.waitFor(GROWING);
    assert.match(text, /draw index\.html:7/);
    assert.match(text, /\d+ tensors more, from before the recording, not known/);
    const log = await panel.save();
    const events = eventsIn(log);
    assert.strictEqual(events[0].started_late, true);
    assertStacksAreThePages(events);
    const run = await watch(folder, ['--for-frames', '20']);
    assert.deepStrictEqual(verdictOf(judge(log)), verdictOf(run.report));
    assert.deepStrictEqual(panel.errors, []);
  });
}

panelTest('what comes and goes behind awaits is told as what is left of it', async (t) => {
  const folder = sketch(t, 'awaits.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  const text = await panel.waitFor(/\+2 tensors, 20 B every 3 frames/);
  assert.match(text, /\+1 every 3 frames tensor float32 \[3\] classify index\.html:11 .*float32 \[2\] classify index\.html:9/);
});

panelTest('several sites are told with the largest first, and each with its line', async (t) => {
  const folder = sketch(t, 'sketch.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  const text = await panel.waitFor(/\+3 tensors, 3\.52 MiB per frame/);
  const places = text.slice(text.indexOf('Start anew')).match(/\w+ \w+ \[[\d,]+\] \S+( › \S+)? index\.html:\d+/g);
  assert.deepStrictEqual(places, [
    'fromPixels int32 [480,640,3] brightness index.html:31',
    'RealDiv float32 [24,32,3] brightness › (anonymous) index.html:32',
    'Mean float32 [3] brightness index.html:33',
  ]);
});

panelTest('it does not change what the page counts', async (t) => {
  const folder = sketch(t, 'toggled.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(GROWING);
  const [said, counted] = await panel.page.evaluate(`[tf.memory(), globalThis[Symbol.for('tensorleak.agent')].expectedMemory()]`);
  assert.deepStrictEqual([said.numTensors, said.numDataBuffers, said.numBytes], [counted.numTensors, counted.numDataBuffers, counted.numBytes]);
});

panelTest('loaded again it only comes forward, also when it was hidden', async (t) => {
  const folder = sketch(t, 'clean.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(/steady/);
  const regions = async () => (await panel.perceived()).filter(({ role, name }) => role === 'region' && name === 'tensorleak').length;
  await panel.page.addScriptTag({ content: panelScript() });
  assert.strictEqual(await regions(), 1);
  await panel.click(/^Hide/);
  assert.strictEqual(await regions(), 0);
  await panel.page.evaluate(panelScript());
  assert.match(await panel.waitFor(/steady/), /steady · 1 alive/);
  assert.deepStrictEqual(panel.errors, []);
});

panelTest('in a page that `run` records it does nothing', async (t) => {
  const folder = sketch(t, 'leaks.html');
  addScriptTag(folder);
  const { code, report, said, log } = await watch(folder, ['--for-frames', '20']);
  assert.strictEqual(code, 1);
  assert.strictEqual(verdictOf(report).sites[0][3], 'draw index.html:7:22');
  assert.doesNotMatch(said, /page: /);
  assert.strictEqual(log()[0].started_late, undefined);
});

panelTest('the styles of a page do not reach it', async (t) => {
  const folder = sketch(t, 'clean.html');
  addScriptTag(folder);
  const index = path.join(folder, 'index.html');
  fs.appendFileSync(index, `<style>
    html { overflow: hidden; filter: blur(0); transform: translateX(400px); }
    html * { display: none !important; visibility: hidden !important; position: static !important; opacity: 0 !important;
      width: 1px !important; transform: scale(9) !important; pointer-events: none !important; font-size: 99px !important; }
    div { z-index: -1 !important; }
  </style>`);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(/steady/);
  const { x, y, width, height } = await panel.box('region', /^tensorleak$/);
  assert.ok(width > 340 && width < 400 && height > 100, `${width} × ${height}`);
  assert.ok(x > 450 && x + width < 900 && y + height < 700, `${x}, ${y}`);
  await panel.save();
});

panelTest('a policy without styles and connections lets it work', async (t) => {
  const folder = sketch(t, 'clean.html');
  const index = path.join(folder, 'index.html');
  // The library makes functions of text; the panel does not.
  const page = fs.readFileSync(index, 'utf8').replace(/<script>([^]*)<\/script>/, '<script src="sketch.js"></script>')
    .replace('<!doctype html>', `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'unsafe-eval'">`
      + '<script src="tensorleak.js"></script>');
  const [, source] = /<script>([^]*)<\/script>/.exec(fs.readFileSync(index, 'utf8'));
  const address = await served(t, folder, { '/index.html': page, '/sketch.js': source, '/tensorleak.js': panelScript() });
  const panel = await open(t, address);
  await panel.waitFor(/steady/);
  const { width } = await panel.box('region', /^tensorleak$/);
  assert.ok(width > 300, `${width}`);
  assert.strictEqual(judge(await panel.save()).verdict.outcome, 'clean');
  assert.deepStrictEqual(panel.errors.filter((error) => /tensorleak|style|Policy/.test(error)), []);
});

/** The page of a sketch in one text, with the panel in it. */
function wholePage(folder) {
  return fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
    .replace('<!doctype html>', () => `<!doctype html><script>${panelScript()}</script>`);
}

for (const [name, frameOf] of [
  ['a frame in a sandbox, without an origin', `frame.sandbox = 'allow-scripts allow-downloads'; frame.srcdoc = text;`],
  ['a frame of a blob, as web editors have it', `frame.src = URL.createObjectURL(new Blob([text], { type: 'text/html' }));`],
]) {
  panelTest(`in ${name}`, async (t) => {
    const page = `<!doctype html><iframe style="position: absolute; left: 100px; top: 50px; width: 600px; height: 560px"></iframe><script>
      const frame = document.querySelector('iframe');
      fetch('/sketch').then((answer) => answer.text()).then((sketch) => {
        const text = sketch.replace('src="tf.min.js"', 'src="' + location.origin + '/tf.min.js"');
        ${frameOf}
      });</script>`;
    const port = await serve(t, {
      '/': page, '/sketch': wholePage(sketch(t, 'leaks.html')), '/tf.min.js': fs.readFileSync(TF), '/favicon.ico': '',
    });
    const outer = await open(t, `http://127.0.0.1:${port}/`);
    await outer.page.waitForFunction(() => frames.length > 0);
    await outer.page.waitForTimeout(2000);
    const panel = await outer.inFrame(outer.page.frames()[1]);
    assert.match(await panel.waitFor(GROWING), /\+1 per frame tensor float32 \[2,4\] draw (about:srcdoc|srcdoc|blob):\d+/);
    const log = await panel.save();
    const { sites } = verdictOf(judge(log));
    assert.deepStrictEqual(sites.map(([op, , rate]) => [op, rate]), [['tensor', '1/1']]);
    assertStacksAreThePages(eventsIn(log));
    assert.deepStrictEqual(outer.errors, []);
  });
}

panelTest('started anew it judges what comes then, and its log knows what was there', async (t) => {
  const folder = sketch(t, 'toggled.html');
  addScriptTag(folder);
  const panel = await open(t, await served(t, folder));
  await panel.waitFor(GROWING);
  await panel.page.evaluate('window.isLeaking = false');
  await panel.click(/^Start anew$/);
  await panel.waitFor(/steady · \d+ alive/);
  const log = await panel.save();
  const report = judge(log);
  const { outcome, sites, differences } = verdictOf(report);
  assert.deepStrictEqual([outcome, sites, differences], ['clean', [], []]);
  assert.ok(report.counters.checked > 5);
  const events = eventsIn(log);
  const before = events.slice(0, events.findIndex(({ e }) => e === 'frame')).filter(({ e }) => e === 'alloc');
  assert.ok(before.length > 8 && before.every(({ stack }) => stack !== undefined));
  assert.deepStrictEqual(before.find(({ flags = [] }) => flags.includes('variable')).scope, 1);
  assert.deepStrictEqual(before.find(({ flags = [] }) => flags.includes('kept')).op, 'Add');
  await panel.page.evaluate('window.isLeaking = true');
  await panel.click(/^Start anew$/);
  await panel.waitFor(GROWING);
  assert.deepStrictEqual(verdictOf(judge(await panel.save())).sites.map(([op, , rate, place]) => [op, rate, place]),
    [['tensor', '1/1', 'draw index.html:10:22']]);
  assert.deepStrictEqual(panel.errors, []);
});

panelTest('a page that has no frame is told how to have one, and those that it declares count', async (t) => {
  const folder = sketch(t, 'declared.html');
  addScriptTag(folder);
  const declared = await open(t, await served(t, folder));
  await declared.waitFor(/\+1 tensor, [^·]* per frame/);
  await declared.waitFor(/the page ended the recording/);
  assert.deepStrictEqual(verdictOf(judge(await declared.save())).sites.map(([, , rate]) => rate), ['1/1']);
  const late = sketch(t, 'leaks.html');
  addScriptTag(late);
  const drawn = await open(t, `file://${late}/index.html`);
  await drawn.waitFor(GROWING);
  await drawn.page.evaluate(`draw = () => { for (let i = 0; i < 3; i++) tf.ones([2, 4]); tensorleak.frame('camera'); requestAnimationFrame(draw); }`);
  await drawn.waitFor(/\+3 tensors, 96 B per frame/);
  const still = sketch(t, 'held.html');
  addScriptTag(still);
  const index = path.join(still, 'index.html');
  fs.writeFileSync(index, fs.readFileSync(index, 'utf8').replace('200', '3000'));
  const panel = await open(t, await served(t, still));
  await panel.waitFor(/6 frames more · 2 alive .*no frame yet: .*tensorleak\.frame\(\)/);
  await panel.waitFor(/too few frames · 2 alive/);
});

panelTest('it is moved by its bar, and collapsed', async (t) => {
  const folder = sketch(t, 'clean.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(/steady/);
  const region = () => panel.box('region', /^tensorleak$/);
  const before = await region();
  const { mouse } = panel.page;
  await mouse.move(before.x + 120, before.y + 15);
  await mouse.down();
  await mouse.move(before.x + 20, before.y - 135, { steps: 5 });
  await mouse.up();
  const moved = await region();
  assert.deepStrictEqual([moved.x, moved.y], [before.x - 100, before.y - 150]);
  await panel.click(/^Collapse$/);
  const bar = await region();
  assert.ok(bar.height < 45, `${bar.height}`);
  assert.match(await panel.text(), /steady · 1 alive/);
  await panel.page.setViewportSize({ width: 500, height: 300 });
  await panel.page.waitForTimeout(400);
  const inside = await region();
  assert.ok(inside.x >= 0 && inside.y >= 0 && inside.x + inside.width <= 500 && inside.y + inside.height <= 300, JSON.stringify(inside));
});

panelTest('it is worked by the keyboard alone, and the page hears nothing of it', async (t) => {
  const folder = sketch(t, 'clean.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(/steady/);
  await panel.page.evaluate(`window.heard = []; for (const type of ['keydown', 'click', 'pointerdown'])
    window.addEventListener(type, (event) => heard.push(type + ' ' + event.key));`);
  const { keyboard } = panel.page;
  const region = () => panel.box('region', /^tensorleak$/);
  const corner = await region();
  await panel.click(/^Move the panel/);
  await keyboard.press('ArrowLeft');
  await keyboard.press('Shift+ArrowUp');
  const moved = await region();
  assert.deepStrictEqual([moved.x, moved.y], [corner.x - 16, corner.y - 96]);
  await keyboard.press('Home');
  assert.deepStrictEqual(await region(), corner);
  const tour = [];
  for (let stop = 0; stop < 4; stop++) {
    await keyboard.press('Tab');
    tour.push((await panel.focused()).replace(/ .*/, ''));
  }
  assert.deepStrictEqual(tour, ['Collapse', 'Hide', 'Save', 'Start']);
  await keyboard.press('Shift+Tab');
  const [download] = await Promise.all([panel.page.waitForEvent('download'), keyboard.press('Enter')]);
  assert.strictEqual(download.suggestedFilename(), 'tensors.jsonl.gz');
  assert.deepStrictEqual((await panel.page.evaluate('heard')).filter((event) => !event.endsWith(' Tab')), []);
});

panelTest('a page that is written anew has it again', async (t) => {
  const folder = sketch(t, 'clean.html');
  addScriptTag(folder);
  const panel = await open(t, `file://${folder}/index.html`);
  await panel.waitFor(/steady/);
  await panel.page.evaluate(`document.open(); document.write('<p>Another page'); document.close();`);
  await panel.waitFor(/steady/);
});
