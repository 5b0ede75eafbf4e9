'use strict';

// Compiled and bundled programs: the report names what their author wrote.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { test } = require('node:test');
const { missing, temporaryFolder, PACKAGES } = require('./support/program.cjs');
const { toolMissing } = require('./support/tool.cjs');

const skip = missing('tfjs-4.22') || toolMissing();

/** Runs dist/PROGRAM.js in a copy of source_maps/, after `change(folder)`. @returns {object} the report */
function reportOf(program, change = () => {}) {
  const folder = temporaryFolder();
  fs.cpSync(path.join(__dirname, 'source_maps'), folder, { recursive: true });
  fs.symlinkSync(path.join(PACKAGES, 'tfjs-4.22/node_modules'), path.join(folder, 'node_modules'));
  change(folder);
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...environment } = process.env;
  const run = spawnSync(process.env.TENSORLEAK, ['run', '--format', 'json', '-o', 'out', '--', 'node', `dist/${program}.js`],
    { cwd: folder, encoding: 'utf8', env: environment, maxBuffer: 1 << 28 });
  const begin = run.stdout.indexOf('{');
  assert.ok(begin >= 0, run.stderr);
  return JSON.parse(run.stdout.slice(begin));
}

const theSite = (report) => {
  assert.strictEqual(report.sites.length, 1);
  return report.sites[0];
};

for (const [program, where] of [['program', 'a map beside it'], ['inline', 'a map in itself']]) {
  test(`a minified bundle with ${where} is told by its TypeScript`, { skip }, () => {
    const report = reportOf(program);
    const { user_frame: frame, stack } = theSite(report);
    assert.strictEqual(`${frame.file}:${frame.line}`, 'src/history.ts:18');
    assert.strictEqual(frame.function, 'makeScore');
    assert.strictEqual(frame.source, 'return tf.add(scaled, 1);');
    const places = stack.map((one) => `${one.function} ${one.file}:${one.line}`);
    assert.ok(places.includes('makeScore src/history.ts:16'), places.join('\n'));
    assert.ok(places.some((place) => place.endsWith('remember src/history.ts:10')), places.join('\n'));
    assert.ok(places.some((place) => place.endsWith('src/program.ts:10')), places.join('\n'));
    assert.deepStrictEqual(report.notes ?? [], []);
  });
}

test('frames of a library stay those of its bundle, whatever map it has', { skip }, () => {
  const frames = theSite(reportOf('program')).stack.filter(({ owner }) => owner === 'framework');
  assert.ok(frames.length > 0);
  for (const { file } of frames) assert.match(file, /node_modules\/.*\.js$/);
});

test('the same line has the same fingerprint in every build', { skip }, () => {
  assert.strictEqual(theSite(reportOf('inline')).fingerprint, theSite(reportOf('program')).fingerprint);
});

test('a map that cannot be used is told once, and the generated places are shown', { skip }, () => {
  const report = reportOf('program', (folder) => {
    fs.writeFileSync(path.join(folder, 'dist/program.js.map'), '{"version":3,"sources":[],"mappings":"AAAA"}');
  });
  assert.strictEqual(theSite(report).user_frame.file, 'dist/program.js');
  assert.strictEqual(report.notes.length, 1);
  assert.match(report.notes[0], /program\.js\.map cannot be used: a segment names a source that is not there/);
});
