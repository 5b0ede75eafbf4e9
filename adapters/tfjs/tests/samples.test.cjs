'use strict';

// samples/tfjs: the leaking program of each pair leaks at the lines that say so, the fixed one is clean.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runProgram, missing } = require('./support/program.cjs');
const { judge, toolMissing } = require('./support/tool.cjs');

const FOLDER = path.join(__dirname, '../../../samples/tfjs');
const skip = toolMissing() || missing('tfjs-4.22');

/** Numbers of the lines that end in "// leaks". */
function leakingLines(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, i) => (line.endsWith('// leaks') ? [i + 1] : []));
}

function judged(file) {
  const run = runProgram({ file });
  assert.strictEqual(run.code, 0, run.stderr);
  const report = judge(run.log);
  assert.deepStrictEqual(report.counters.differences, []);
  return report;
}

const scenarios = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.leaking.js'))
  .map((name) => name.slice(0, -'.leaking.js'.length));

for (const scenario of scenarios) {
  test(`${scenario} leaks at its lines`, { skip }, () => {
    const file = path.join(FOLDER, `${scenario}.leaking.js`);
    const { verdict, sites } = judged(file);
    assert.strictEqual(verdict.outcome, 'leak');
    const found = sites.filter(({ label }) => label.startsWith('LEAK')).map((site) => site.user_frame.line);
    assert.deepStrictEqual([...new Set(found)].sort((a, b) => a - b), leakingLines(file));
  });

  test(`${scenario}, fixed, is clean`, { skip }, () => {
    assert.strictEqual(judged(path.join(FOLDER, `${scenario}.fixed.js`)).verdict.outcome, 'clean');
  });
}
