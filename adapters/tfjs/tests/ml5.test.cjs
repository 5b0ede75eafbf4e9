'use strict';

// ml5's imageClassifier on a canvas: what its versions leak, told by the page as people write it.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { test } = require('node:test');
const { missing, PACKAGES } = require('./support/program.cjs');
const { pageMissing, sketch, watch } = require('./support/page.cjs');

const skip = pageMissing() || missing('ml5');
const MODEL = path.join(__dirname, 'support/small_model.cjs');

const bundleOf = (version) => path.join(PACKAGES, 'ml5/node_modules', `ml5-${version}`, 'dist/ml5.min.js');

function classify(t, version) {
  const bundle = bundleOf(version);
  // A version in the path, as content delivery networks have it: code of a library, and not of the page.
  const folder = sketch(t, 'ml5.html', {
    [`ml5@${version}/ml5.min.js`]: bundle, [`ml5@${version}/ml5.min.js.map`]: `${bundle}.map` });
  const page = path.join(folder, 'index.html');
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('ml5.min.js', `ml5@${version}/ml5.min.js`));
  const wrote = spawnSync(process.execPath, [MODEL, folder], { encoding: 'utf8' });
  assert.strictEqual(wrote.status, 0, wrote.stderr);
  return watch(folder, ['--for-frames', '40'], { input: page });
}

/** Where ml5's authors wrote what the bundle has. */
const originalOf = ({ called, user_frame: frame }) => (called || frame).original;

const leaks = (report) => report.sites.filter(({ label }) => label === 'LEAK, growing')
  .map(({ library, tensors_per_frame: rate }) => [library, rate.denominator / rate.numerator]);

test('ml5 1.4.0 leaks two tensors with each image', { skip, timeout: 120_000 }, async (t) => {
  const { code, report } = await classify(t, '1.4.0');
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(leaks(report), [['ml5@1.4.0', 1], ['ml5@1.4.0', 1]]);
  assert.deepStrictEqual(report.sites.slice(0, 2).map(originalOf), [
    { file: 'ml5@1.4.0/src/ImageClassifier/index.js', line: 195, column: 22 },
    { file: 'ml5@1.4.0/src/ImageClassifier/index.js', line: 201, column: 48 }]);
  assert.deepStrictEqual(report.resources.filter(({ label }) => label === 'LEAK, below'), []);
});

test('ml5 0.4.3 leaks none', { skip, timeout: 120_000 }, async (t) => {
  const { code, report } = await classify(t, '0.4.3');
  assert.strictEqual(code, 0, JSON.stringify(report.sites));
});

test('ml5 0.4.2 leaks one', { skip, timeout: 120_000 }, async (t) => {
  const { code, report } = await classify(t, '0.4.2');
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(leaks(report), [['ml5@0.4.2', 1]]);
});

test('what WebGPU holds is counted, and grows as the leaking tensors do', { skip, timeout: 120_000 }, async (t) => {
  const folder = sketch(t, 'webgpu.html', { 'ml5@1.4.0/ml5.min.js': bundleOf('1.4.0') });
  const browser = path.join(folder, 'browser');
  const flags = '--enable-unsafe-webgpu --enable-features=Vulkan,WebGPU --use-webgpu-adapter=swiftshader --use-vulkan=swiftshader';
  fs.writeFileSync(browser, `#!/bin/sh\nexec chromium ${flags} "$@"\n`, { mode: 0o755 });
  const { code, report } = await watch(folder, ['--browser', browser, '--for-frames', '20']);
  assert.strictEqual(code, 1);
  assert.strictEqual(report.subject.backend, 'webgpu');
  const ends = Object.fromEntries(report.resources.map(({ name, label, last }) => [name, [label, last]]));
  assert.ok(ends['GPU buffers'][1] > 20 && ends['GPU bytes'][1] > 20 * 64 * 64 * 4, JSON.stringify(ends));
  assert.ok(ends.programs[1] > 0);
  assert.deepStrictEqual(Object.values(ends).filter(([label]) => label === 'LEAK, below'), []);
});

/** A sketch of samples/ml5, with the library on the disk instead of a server. */
function sample(t, name, options) {
  const source = path.join(__dirname, '../../../samples/ml5', name);
  const folder = sketch(t, 'ml5.html', { 'ml5@1.4.0/ml5.min.js': bundleOf('1.4.0') });
  for (const file of fs.readdirSync(source)) fs.copyFileSync(path.join(source, file), path.join(folder, file));
  const page = path.join(folder, 'index.html');
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8')
    .replace('https://unpkg.com/ml5@1.4.0/dist/ml5.min.js', 'ml5@1.4.0/ml5.min.js'));
  return watch(folder, ['--for-frames', '30', ...options], { input: page });
}

/** Lines of the sketch that end in "// leaks". */
function forgetful(name) {
  const lines = fs.readFileSync(path.join(__dirname, '../../../samples/ml5', name, 'sketch.js'), 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.endsWith('// leaks') ? [at + 1] : []));
}

test('the sample of an image classifier leaks in ml5', { skip, timeout: 120_000 }, async (t) => {
  const { code, report } = await sample(t, 'image_classifier.leaking', []);
  assert.strictEqual(code, 1);
  assert.deepStrictEqual(leaks(report), [['ml5@1.4.0', 1], ['ml5@1.4.0', 1]]);
});

test('the sample of a neural network, which trains and predicts, is clean', { skip, timeout: 120_000 }, async (t) => {
  const { code, report } = await sample(t, 'neural_network.clean', []);
  assert.strictEqual(code, 0, JSON.stringify(report.sites));
});

test('the sample with a camera leaks where it says so, and its fix is clean', { skip, timeout: 120_000 }, async (t) => {
  const { code, report } = await sample(t, 'camera.leaking', ['--fake-camera']);
  assert.strictEqual(code, 1);
  const found = report.sites.filter(({ label }) => label === 'LEAK, growing');
  assert.deepStrictEqual(found.map(({ user_frame: { line } }) => line).sort(), forgetful('camera.leaking'));
  const fixed = await sample(t, 'camera.fixed', ['--fake-camera']);
  assert.strictEqual(fixed.code, 0, JSON.stringify(fixed.report.sites));
});
