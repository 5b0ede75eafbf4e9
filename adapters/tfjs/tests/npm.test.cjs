'use strict';

// The npm package as it is published, installed into an empty project: in each kind of test that it is for,
// one that leaks has to fail with the right words, and its fixed twin to pass.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { before, describe, test } = require('node:test');
const { runByTool, toolMissing } = require('./support/tool.cjs');
const { link, npmProject, run } = require('./support/npm_project.cjs');
const { missing, PACKAGES } = require('./support/program.cjs');
const { browserMissing, BROWSER } = require('./support/page.cjs');

const skip = missing('tfjs-4.22');
const whyNoPage = missing('playwright-test') || browserMissing() || toolMissing();
for (const why of new Set([skip, missing('vitest'), missing('jest'), whyNoPage])) {
  if (why) console.error(`\n!! SKIPPED, of the npm package: ${why}\n`);
}
const TESTS = path.join(__dirname, 'npm_tests');
const LEAK = /1 tensor, 24 B leaked by the second run of fn\n1 {2}1 tensor, 24 B {3}float32 \[2,3\] {3}\w+\n/;

describe('the npm package', { skip }, () => {
  let project;

  before(() => {
    project = npmProject();
    link(project.folder, 'tfjs-4.22', ['@tensorflow']);
    fs.cpSync(TESTS, project.folder, { recursive: true });
  });

  test('holds what it needs, and no more', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(project.folder, 'node_modules/tensorleak/package.json'), 'utf8'));
    const named = JSON.stringify(manifest.exports).match(/\.\/[\w./]+\.(?:cjs|d\.ts|json)/g).map((name) => name.slice(2));
    for (const name of [...named, 'README.md', 'LICENSE', 'agent/index.cjs', 'page/loader.js']) assert.ok(project.files.includes(name), name);
    assert.deepStrictEqual(project.files.filter((name) => /test|who/.test(name)), []);
  });

  test('in node:test', () => {
    const { code, stdout } = run(project.folder, process.execPath, ['--test', '--test-reporter=tap', 'node.test.mjs']);
    assert.strictEqual(code, 1);
    assert.deepStrictEqual(stdout.match(/^ *(?:not ok|ok) \d+ - (?:forgets|disposes|fills).*/gm).map((line) => line.trim()),
      ['not ok 1 - forgets', 'not ok 2 - forgets later', 'ok 3 - disposes', 'ok 4 - fills a cache']);
    assert.strictEqual(stdout.match(/1 tensor, 24 B leaked by the second run of fn/g).length, 2, stdout);
    assert.match(stdout, /▸ forgets {3}forgets\.cjs:6:6/);
  });

  describe('in vitest', { skip: missing('vitest') }, () => {
    before(() => link(project.folder, 'vitest', ['vitest']));
    for (const pool of ['forks', 'threads', 'vmThreads', 'vmForks']) {
      test(pool, () => {
        const { code, stdout } = run(project.folder, process.execPath,
          ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--pool=${pool}`, 'vitest.spec.ts']);
        assert.strictEqual(code, 1);
        expectOutcomes(JSON.parse(stdout.slice(stdout.indexOf('{"'))), /▸ make {3}vitest\.spec\.ts:13:\d+/);
      });
    }
    test('vmThreads, under the tool', { skip: toolMissing() }, () => {
      const { stdout } = run(project.folder, process.env.TENSORLEAK, ['run', '--quiet', '-o', 'out', '--', process.execPath,
        'node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--pool=vmThreads', 'vitest.spec.ts']);
      const json = stdout.slice(stdout.indexOf('{"'));
      expectOutcomes(JSON.parse(json.slice(0, json.lastIndexOf('}') + 1)), /▸ make {3}vitest\.spec\.ts:13:\d+/);
    });
  });

  test('in jest', { skip: missing('jest') }, () => {
    link(project.folder, 'jest', ['jest']);
    const { code, stdout } = run(project.folder, process.execPath,
      ['node_modules/jest/bin/jest.js', '--json', '--testMatch', '**/jest.test.js']);
    assert.strictEqual(code, 1);
    const outcomes = expectOutcomes(JSON.parse(stdout), /▸ forgets {3}forgets\.cjs:6:6/);
    assert.strictEqual(outcomes['with a clock of its own'].status, 'passed');
  });

  // By the addon where it was built, and from the sources, where there is none, by an event log.
  for (const environment of [{}, { TENSORLEAK_TFJS: path.join(__dirname, '..') }]) {
    const how = environment.TENSORLEAK_TFJS ? 'by a log' : 'as it is built';
    test(`under \`tensorleak run\`, whose recording it leaves as it is: ${how}`, { skip: toolMissing() }, () => underRun(environment));
  }

  function underRun(environment) {
    const source = (withUs) => `
      const tf = require('@tensorflow/tfjs');
      const { expectNoLeakedTensors } = ${withUs} ? require(${JSON.stringify(path.join(project.folder, 'node_modules/tensorleak'))}) : {
        async expectNoLeakedTensors(fn) { for (let run = 0; run < 2; run++) await fn(); } };
      const variable = tf.variable(tf.zeros([3]));
      async function main() {
        for (let turn = 0; turn < 6; turn++) {
          globalThis.tensorleak.frame();
          await expectNoLeakedTensors(() => { tf.tidy(() => variable.assign(tf.ones([3]))); });
          await expectNoLeakedTensors(() => { tf.ones([2, 3]); }).catch((error) => console.log(error.message));
        }
      }
      main();`;
    const [ours, bare] = [true, false].map((withUs) => runByTool({ source: source(withUs), environment }));
    assert.strictEqual(ours.code, 0, ours.stderr);
    assert.strictEqual(ours.stdout.match(new RegExp(LEAK, 'g')).length, 6, ours.stdout);
    const seen = ({ report }) => [report.totals.created, report.totals.alive_tensors, report.verdict.tensors_per_frame,
      report.counters.checked, report.counters.differences, report.notes];
    assert.deepStrictEqual(seen(ours), seen(bare));
  }

  test('in Playwright', { skip: whyNoPage, timeout: 300_000 }, () => {
    link(project.folder, 'playwright-test', ['@playwright', 'playwright', 'playwright-core']);
    const site = path.join(project.folder, 'site');
    fs.mkdirSync(site);
    for (const page of ['leaks', 'clean', 'no-tensors', 'waits', 'dialog']) {
      fs.copyFileSync(path.join(__dirname, 'pages', `${page}.html`), path.join(site, `${page}.html`));
    }
    fs.copyFileSync(path.join(PACKAGES, 'tfjs-4.22/node_modules/@tensorflow/tfjs/dist/tf.min.js'), path.join(site, 'tf.min.js'));
    const first = playwrightTests(project.folder, ['-g', 'leaks$']);
    const known = /float32 \[2,4\].* ([0-9a-f]{8})$/m.exec(first.leaks.message)[1];
    const outcomes = playwrightTests(project.folder, [], { KNOWN_LEAK: known });
    const failing = (pattern, ...names) => {
      for (const name of names) assert.match(outcomes[name].message, pattern, name);
      for (const name of names) delete outcomes[name];
    };
    for (const name of ['leaks', 'turns that leak']) {
      assert.deepStrictEqual(outcomes[name].attachments, ['tensorleak recording', 'tensorleak report']);
    }
    assert.match(outcomes['waits for a click'].annotations.join(), /^no verdict: nothing in which .* is repeated/);
    failing(/^LeakedTensorsError: the page leaks tensors\nLEAK {2}1 site grows by 1 tensor, 32 B per frame[^]*▸ draw {3}leaks\.html:7/,
      'leaks', 'leaks, is closed', 'leaks, is left', 'leaks in a frame of another site', 'leaks in a context of its own');
    failing(/^LeakedTensorsError: [^]*▸ (async )?classify {3}dialog\.html:10[^]*exact over 7 frames[^]*pages\.pw\.js:\d+:\d+/, 'turns that leak');
    failing(/minFrames asks for 5/, 'sees too few');
    failing(/the tensorleak command, which judges what pages do, does not start: .*ENOENT.* variable TENSORLEAK/, 'cannot be judged');
    failing(/^NothingObservedError: no verdict: tensorleak: the tfjs agent stops recording: as a test/, 'is recorded in part');
    failing(/toBe/, 'fails by itself');
    assert.deepStrictEqual(Object.entries(outcomes).filter(([, { status }]) => status !== 'passed'), []);
    assert.strictEqual(Object.keys(outcomes).length, 11);
  });
});

function expectOutcomes({ testResults }, place) {
  const outcomes = Object.fromEntries(testResults[0].assertionResults.map((result) => [result.title, result]));
  for (const name of ['forgets', 'forgets later']) {
    const message = outcomes[name].failureMessages.join();
    assert.strictEqual(outcomes[name].status, 'failed');
    assert.match(message, LEAK, name);
    assert.match(message, place, name);
  }
  for (const name of ['disposes', 'fills a cache']) assert.strictEqual(outcomes[name].status, 'passed', outcomes[name].failureMessages.join());
  return outcomes;
}

/** What came of each test, by its title. */
function playwrightTests(folder, options, environment = {}) {
  const { stdout, stderr } = run(folder, process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json', ...options], { BROWSER_FOR_TESTS: BROWSER, ...environment });
  assert.notStrictEqual(stdout, '', stderr);
  const outcomes = {};
  const look = (suite) => {
    for (const { title, tests } of suite.specs) {
      const [{ status, errors, attachments, annotations }] = tests[0].results;
      outcomes[title] = {
        status,
        message: errors.map(({ message, stack }) => `${message}\n${stack}`).join('\n'),
        attachments: attachments.map(({ name }) => name).filter((name) => name.startsWith('tensorleak')).sort(),
        annotations: annotations.map(({ description }) => description),
      };
    }
    (suite.suites || []).forEach(look);
  };
  JSON.parse(stdout).suites.forEach(look);
  return outcomes;
}
