'use strict';

// Pages in a real browser, through `tensorleak run`: unmodified, headless, from the disk.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { pageMissing, serve, sketch, watch, TF } = require('./support/page.cjs');

const skip = pageMissing();
if (skip) console.error(`\n!! SKIPPED: no page was opened: ${skip}\n`);

const pageTest = (name, act) => test(name, { skip, timeout: 120_000 }, act);
const growing = (report) => report.sites.filter((site) => site.label === 'LEAK, growing');
const rateOf = ({ tensors_per_frame: rate }) => [rate.numerator, rate.denominator];
const framesIn = (report) => report.lanes[0].frames;
const userFrame = (site) => site.stack.find((frame) => frame.owner === 'user');

pageTest('a page that leaks one tensor each animation frame is told so, with its line', async (t) => {
  const { code, report } = await watch(sketch(t, 'leaks.html'), ['--for-frames', '20']);
  assert.strictEqual(code, 1);
  const [site, ...others] = growing(report);
  assert.deepStrictEqual(others, []);
  assert.deepStrictEqual(rateOf(site), [1, 1]);
  const { function: name, file, line } = userFrame(site);
  assert.deepStrictEqual({ name, file, line }, { name: 'draw', file: 'index.html', line: 7 });
  assert.strictEqual(framesIn(report), 20);
  assert.deepStrictEqual(report.counters.differences, []);
});

pageTest('its fixed twin is clean', async (t) => {
  const { code, report } = await watch(sketch(t, 'clean.html'), ['--for-frames', '20']);
  assert.strictEqual(code, 0, JSON.stringify(report.sites));
  assert.strictEqual(framesIn(report), 20);
});

pageTest('a file is served from its folder, and an address is opened as it is', async (t) => {
  const folder = sketch(t, 'leaks.html');
  const file = await watch(folder, ['--for-frames', '12'], { input: path.join(folder, 'index.html') });
  const port = await serve(t, { '/': fs.readFileSync(path.join(folder, 'index.html')), '/tf.min.js': fs.readFileSync(TF) });
  const address = await watch(folder, ['--for-frames', '12'], { input: `http://127.0.0.1:${port}/` });
  assert.deepStrictEqual([file.code, address.code], [1, 1]);
  for (const { report } of [file, address]) {
    const { file: name, line } = userFrame(growing(report)[0]);
    assert.match(`${name}:${line}`, /^(index\.html)?:7$/);
  }
});

pageTest('a page that a bundler made is told by its TypeScript, from its folder', async (t) => {
  const built = path.join(__dirname, 'pages/built');
  const files = ['assets/index-VFVLYSWS.js', 'assets/index-VFVLYSWS.js.map', 'src/history.ts'];
  const more = Object.fromEntries(files.map((name) => [name, path.join(built, name)]));
  const { code, report } = await watch(sketch(t, 'built/index.html', more), ['--for-frames', '20']);
  assert.strictEqual(code, 1);
  const [site, ...others] = growing(report);
  assert.deepStrictEqual(others, []);
  assert.deepStrictEqual(rateOf(site), [1, 1]);
  const { file, line, source } = site.user_frame;
  assert.deepStrictEqual({ file, line, source },
    { file: 'src/history.ts', line: 12, source: 'return product.mean();' });
  assert.deepStrictEqual(report.notes, []);
});

for (const [bundler, folder, source] of [['esbuild', 'built', 'src/history.ts'], ['Vite', 'built/vite', '../src/history.ts']]) {
  pageTest(`and from its server, which the browser asks for the map: ${bundler}`, async (t) => {
    const built = path.join(__dirname, 'pages', folder);
    const names = fs.readdirSync(path.join(built, 'assets')).map((name) => `assets/${name}`);
    const port = await serve(t, {
      '/': fs.readFileSync(path.join(built, 'index.html')),
      '/tf.min.js': fs.readFileSync(TF),
      ...Object.fromEntries(names.map((name) => [`/${name}`, fs.readFileSync(path.join(built, name))])),
    });
    const { code, report } = await watch(sketch(t, 'held.html'), ['--for-frames', '12'],
      { input: `http://127.0.0.1:${port}/` });
    assert.strictEqual(code, 1);
    const { file, line } = growing(report)[0].user_frame;
    assert.deepStrictEqual({ file, line }, { file: source, line: 12 });
    assert.deepStrictEqual(report.notes, []);
  });
}

pageTest('a backend that does not start is told beside the one that takes its place', async (t) => {
  const folder = sketch(t, 'leaks.html');
  const page = path.join(folder, 'index.html');
  const without = '<script>HTMLCanvasElement.prototype.getContext = () => null; OffscreenCanvas = undefined;</script>';
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('<script src', `${without}<script src`)
    .replace("tf.setBackend('cpu')", 'tf.ready()'));
  const { code, report } = await watch(folder, ['--for-frames', '12']);
  assert.strictEqual(code, 1);
  assert.strictEqual(report.subject.backend, 'cpu, as webgl does not start');
});

pageTest('a library that waits for the display does not cut the turns of the page', async (t) => {
  const { code, report } = await watch(sketch(t, 'library-waits.html'), ['--for-frames', '20']);
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(growing(report).map(rateOf), [[1, 1], [1, 1]]);
  assert.strictEqual(framesIn(report), 20);
});

pageTest('what WebGL keeps for each shape is told as a cache per shape', async (t) => {
  const { code, report } = await watch(sketch(t, 'shapes.html'), ['--for-frames', '30']);
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(report.sites.filter(({ label }) => label.startsWith('LEAK')), []);
  assert.strictEqual(report.subject.backend, 'webgl');
  const below = report.resources.filter(({ label }) => label === 'LEAK, below');
  assert.ok(['textures', 'programs'].every((name) => below.some((found) => found.name === name)), JSON.stringify(report.resources));
  for (const { because } of below) assert.match(because, /a cache per shape/);
  const [programs, textures] = ['programs', 'textures'].map((name) => below.find((found) => found.name === name).per_frame);
  assert.deepStrictEqual([programs.numerator, programs.denominator], [3, 1]);
  // Some shapes need a texture of another size than those before.
  const rate = textures.numerator / textures.denominator;
  assert.ok(rate >= 3 && rate < 3.5, `${rate} textures`);
});

pageTest('and stays flat at one shape', async (t) => {
  const folder = sketch(t, 'shapes.html');
  const page = path.join(folder, 'index.html');
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('size += 2', 'size += 0'));
  const { code, report } = await watch(folder, ['--for-frames', '30']);
  assert.strictEqual(code, 0, JSON.stringify(report.resources));
});

pageTest('a page without tensors has no verdict, and its errors are passed on', async (t) => {
  const { code, report, said } = await watch(sketch(t, 'no-tensors.html'), ['--for-seconds', '2']);
  assert.strictEqual(code, 3);
  assert.deepStrictEqual(report.verdict.doubts, ['nothing observed']);
  assert.match(report.notes.join(), /made a tensor with TensorFlow\.js/);
  assert.match(said, /^page: a word from /m);
});

pageTest('what waits behind an await counts in the frame that it is done in', async (t) => {
  const { code, report } = await watch(sketch(t, 'awaits.html'), ['--for-frames', '60']);
  assert.strictEqual(code, 1);
  // Two tensors more in each three frames, at two sites.
  assert.deepStrictEqual(growing(report).map(rateOf), [[1, 3], [1, 3]]);
});

pageTest('frames that the page declares win over those of the display', async (t) => {
  const { code, report } = await watch(sketch(t, 'declared.html'));
  assert.strictEqual(code, 1);
  assert.strictEqual(framesIn(report), 12);
  assert.deepStrictEqual(growing(report).map(rateOf), [[1, 1]]);
});

pageTest('a worker is recorded from its first tensor on', async (t) => {
  const folder = sketch(t, 'worker.html', { 'worker.js': path.join(__dirname, 'pages/worker.js') });
  const { code, report, log } = await watch(folder);
  assert.strictEqual(code, 1);
  assert.strictEqual(userFrame(growing(report)[0]).file, 'worker.js');
  assert.strictEqual(log()[0].program, 'worker.js, worker');
  assert.strictEqual(log()[0].started_late, undefined);
});

/** As web editors show a sketch; that of p5.js makes blobs of its files, too, and tells their names. */
for (const [how, isNamed, file, line] of [['one page', false, 'blob:', 7], ['files with names', true, 'sketch.js', 4]]) {
  pageTest(`a sketch in a blob frame inside a frame of another site is found, the same in two runs: ${how}`, async (t) => {
    const folder = sketch(t, 'leaks.html');
    const library = fs.readFileSync(TF);
    const inner = await serve(t, { '/frame': `<script>
      const page = ${JSON.stringify(fs.readFileSync(path.join(folder, 'index.html'), 'utf8')).replaceAll('</', '<\\/')}
        .replace('tf.min.js', location.origin + '/tf.min.js');
      const script = page.match(/<script>([^]*)<\\/script>/)[1];
      const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      const sketch = ${isNamed} ? page.replace('<script>' + script, '<script>objectUrls = ' + JSON.stringify({ [url]: '/sketch.js' }) +
        '<\\/script><script src="' + url + '">') : page;
      const frame = document.createElement('iframe');
      frame.src = URL.createObjectURL(new Blob([sketch], { type: 'text/html' }));
      document.documentElement.append(frame);
    </script>`, '/tf.min.js': library });
    // localhost and 127.0.0.1 are two sites, so the frame is in a process of its own.
    const outer = await serve(t, { '/': `<iframe src="http://localhost:${inner}/frame"></iframe>` });
    const runs = [];
    for (let run = 0; run < 2; run++) {
      runs.push(await watch(folder, ['--for-frames', '12'], { input: `http://127.0.0.1:${outer}/` }));
    }
    const sites = runs.map(({ report }) => growing(report));
    assert.deepStrictEqual(runs.map(({ code }) => code), [1, 1]);
    const { file: name, line: place } = userFrame(sites[0][0]);
    assert.deepStrictEqual([name, place], [file, line]);
    assert.strictEqual(sites[0][0].fingerprint, sites[1][0].fingerprint);
  });
}

const WASM = path.join(__dirname, 'packages/tfjs-4.22-wasm/node_modules/@tensorflow/tfjs-backend-wasm/dist');

/** The script of the wasm backend and its module; without the packages an empty script. */
function wasmFiles() {
  const names = ['tf-backend-wasm.min.js', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm.wasm'];
  if (!fs.existsSync(WASM)) return { '/tf-backend-wasm.min.js': '' };
  return Object.fromEntries(names.map((name) => [`/${name}`, fs.readFileSync(path.join(WASM, name))]));
}

for (const backends of ['cpu,webgl', 'webgl,cpu', 'wasm,cpu']) {
  pageTest(`counts are those of tf.memory() after each step on ${backends}`, async (t) => {
    if (backends.includes('wasm') && !fs.existsSync(WASM)) return t.skip('tfjs-4.22-wasm is not installed: adapters/tfjs/tests/install tfjs-4.22-wasm');
    const folder = sketch(t, 'steps.html', { 'steps.js': path.join(__dirname, 'support/steps.cjs') });
    const port = await serve(t, {
      ...Object.fromEntries(['index.html', 'tf.min.js', 'steps.js'].map((name) => [`/${name}`, fs.readFileSync(path.join(folder, name))])),
      ...wasmFiles(),
    });
    const { report, said } = await watch(folder, [], { input: `http://127.0.0.1:${port}/index.html#backends=${backends}` });
    const { count, different } = JSON.parse(/SAID (.*)$/m.exec(said)[1]);
    // The wasm backend has no complex numbers and no gradient of a convolution.
    assert.strictEqual((said.match(/cannot do/g) || []).length, backends.includes('wasm') ? 5 : 0, said);
    assert.deepStrictEqual(different, []);
    assert.ok(count > 60, `only ${count} steps`);
    assert.ok(report.counters.checked > 60);
    assert.deepStrictEqual(report.counters.differences, []);
  });
}

pageTest('a page that runs out of memory has its verdict, and the frame it died in', async (t) => {
  const folder = sketch(t, 'crash.html');
  const browser = path.join(folder, 'browser');
  fs.writeFileSync(browser, '#!/bin/sh\nexec chromium --js-flags=--max-old-space-size=100 "$@"\n', { mode: 0o755 });
  const { code, report } = await watch(folder, ['--browser', browser, '--for-seconds', '60']);
  assert.strictEqual(code, 1, JSON.stringify(report.verdict));
  assert.match(report.notes[0], /^the page crashed \(\w+\) in frame \d+, with \d+ tensors of \d+ bytes alive$/);
  assert.notStrictEqual(report.program_end.exit_code, 0);
});

pageTest('Ctrl-C ends the run, which then has its verdict and leaves no profile', async (t) => {
  const folder = sketch(t, 'leaks.html');
  const { code, report } = await watch(folder, [], { interruptAfter: 15000 });
  assert.strictEqual(code, 1);
  assert.strictEqual(report.completeness, 'clean end');
  assert.deepStrictEqual(fs.readdirSync(folder).filter((name) => name.startsWith('tensorleak-browser')), []);
});

pageTest('a page without frames has no verdict, and what it holds is no leak at exit', async (t) => {
  const { code, report } = await watch(sketch(t, 'held.html'));
  assert.strictEqual(code, 3);
  assert.deepStrictEqual(report.verdict.doubts, ['too short']);
  assert.deepStrictEqual(new Set(report.sites.map(({ label }) => label)), new Set(['retained']));
  assert.strictEqual(report.totals.alive_tensors, 2);
});

pageTest('a camera is faked, and video frames are frames', async (t) => {
  const { code, report } = await watch(sketch(t, 'camera.html'), ['--fake-camera', '--for-frames', '12']);
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(growing(report).map((site) => [site.op, ...rateOf(site)]), [['fromPixels', 1, 1]]);
});

/** tfjs-data up to 1.1 forgot what its webcam makes a picture smaller with. */
for (const [set, perCapture] of [['tfjs-1.1', 4], ['tfjs-4.22', 0]]) {
  pageTest(`a webcam of tfjs-data, with resize, leaks ${perCapture} tensors with each capture on ${set}`, async (t) => {
    const bundle = path.join(__dirname, 'packages', set, 'node_modules/@tensorflow/tfjs/dist/tf.min.js');
    if (!fs.existsSync(bundle)) return t.skip(`${set} is not installed: adapters/tfjs/tests/install`);
    const folder = sketch(t, 'webcam.html', { 'tf.min.js': bundle });
    const { code, report } = await watch(folder, ['--fake-camera', '--for-frames', '15']);
    assert.strictEqual(code, perCapture > 0 ? 1 : 0, JSON.stringify(report.sites));
    const { numerator, denominator } = report.verdict.tensors_per_frame;
    assert.deepStrictEqual([numerator, denominator], [perCapture, 1]);
  });
}

pageTest('an address where nobody answers is named', async (t) => {
  const folder = sketch(t, 'held.html');
  const { code, said } = await watch(folder, [], { input: 'http://127.0.0.1:9/' });
  assert.strictEqual(code, 2);
  assert.match(said, /127\.0\.0\.1:9\/: the page cannot be opened: net::ERR_/);
});

pageTest('without a browser the package is named', async (t) => {
  const folder = sketch(t, 'held.html');
  const { code, said } = await watch(folder, [], { environment: { PATH: folder } });
  assert.strictEqual(code, 2);
  assert.match(said, /install the package chromium/);
});
