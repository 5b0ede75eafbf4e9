'use strict';

// Real programs, unmodified, of which it is known whether they leak: the analysis of what the agent
// records must come to the known verdict.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, missing, PACKAGES } = require('./support/program.cjs');
const { judge, runByTool, toolMissing } = require('./support/tool.cjs');

const FOLDER = path.join(__dirname, 'cases');
const { cases } = JSON.parse(fs.readFileSync(path.join(FOLDER, 'cases.json'), 'utf8'));
const SETS = fs.readdirSync(PACKAGES).map((name) => ({
  name,
  packages: JSON.parse(fs.readFileSync(path.join(PACKAGES, name, 'package.json'), 'utf8')).dependencies,
}));

/** The smallest set that has all the packages of a case in its versions. */
function packagesFor(wanted) {
  const has = ({ packages }) => Object.entries(wanted).every(([name, version]) => packages[name] === version);
  const fitting = SETS.filter(has).sort((a, b) => Object.keys(a.packages).length - Object.keys(b.packages).length);
  return fitting[0].name;
}

for (const expected of cases) {
  const packages = packagesFor(expected.packages);
  const file = path.join(FOLDER, expected.program);
  for (const stacks of ['all', 'adaptive']) {
    const skip = toolMissing() || missing(packages);
    const name = `${expected.program} on ${packages}, stacks ${stacks}: ${expected.verdict}`;
    test(`${name}, by the log`, { skip }, () => {
      const run = runProgram({ file, packages, stacks });
      assert.strictEqual(run.code, 0, run.stderr);
      assertReport(judge(run.log), expected);
    });
    test(`${name}, by the addon`, { skip }, (t) => {
      const run = runByTool({ file, packages, options: [`--stacks=${stacks}`] });
      if (run.trace === 'log') return t.skip('the addon was not built');
      assert.strictEqual(run.code, 0, run.stderr);
      assertReport(run.report, expected);
    });
  }
}

function assertReport(report, expected) {
  assert.strictEqual(report.verdict.outcome, expected.verdict);
  assertRate(report.verdict.tensors_per_frame, expected.per_frame);
  assertAgreement(report);
  if (expected.verdict === 'leak') assertSite(report, expected);
  if (expected.label) assert.ok(report.sites.some(({ label }) => label === expected.label));
}

function assertRate({ numerator, denominator }, expected) {
  assert.ok(Math.abs(numerator / denominator - expected) < 0.001,
    `${numerator}/${denominator} tensors per frame, not ${expected}`);
}

/** The log's own counters, which are what tf.memory() says, bear out its events. */
function assertAgreement(report) {
  assert.deepStrictEqual(report.counters.differences, []);
  assert.deepStrictEqual(report.anomalies, []);
}

function assertSite(report, { shape, dtype, user_frame: userFrame }) {
  const leaks = report.sites.filter((site) => site.label.startsWith('LEAK'));
  const fits = (site) => (!shape || site.shapes.some((found) => `${found.shape}` === `${shape}`)) &&
    (!dtype || site.dtype === dtype) && (!userFrame || site.user_frame.function === userFrame);
  assert.ok(leaks.some(fits), `no leak is ${dtype ?? ''} [${shape ?? ''}] of ${userFrame ?? 'anybody'}: ` +
    JSON.stringify(leaks.map((site) => [site.dtype, site.shapes, site.user_frame.function])));
}
