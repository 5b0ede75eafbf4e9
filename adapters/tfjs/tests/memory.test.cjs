'use strict';

// What the agent counts is what tf.memory() says, after each of more than 100 steps, on every
// generation of the engine.

const assert = require('node:assert');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { test } = require('node:test');
const { missing, temporaryFolder, PACKAGES } = require('./support/program.cjs');
const { judge, toolMissing } = require('./support/tool.cjs');

const ENGINES = [
  ['tfjs-0.15', 'cpu'], ['tfjs-1.1', 'cpu'], ['tfjs-1.7', 'cpu'], ['tfjs-3.0', 'cpu'],
  ['tfjs-4.22', 'cpu'], ['tfjs-4.22-wasm', 'wasm'],
];

function compare(packages, backend) {
  const log = path.join(temporaryFolder(), 'tensors.jsonl');
  const run = spawnSync(process.execPath, [path.join(__dirname, 'support/compare_memory.cjs'), log, backend], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, NODE_PATH: path.join(PACKAGES, packages, 'node_modules'), NODE_TEST_CONTEXT: '' },
  });
  assert.strictEqual(run.status, 0, run.stderr);
  return { log, ...JSON.parse(run.stdout.slice(run.stdout.lastIndexOf('{"count"'))) };
}

for (const [packages, backend] of ENGINES) {
  test(`counts are those of tf.memory() on ${packages}, ${backend}`, { skip: missing(packages) }, (t) => {
    const { log, count, absent, different, trouble } = compare(packages, backend);
    t.diagnostic(`${count} steps; not in this version: ${absent.join(', ') || 'none'}`);
    assert.deepStrictEqual(trouble, []);
    assert.deepStrictEqual(different, []);
    assert.ok(count >= 100, `only ${count} steps`);
    if (toolMissing()) return t.diagnostic(`the log was not read: ${toolMissing()}`);
    const { counters, resources } = judge(log);
    assert.deepStrictEqual(resources.filter(({ name }) => name.startsWith('data ids left')), []);
    assert.deepStrictEqual(counters.differences, []);
    assert.ok(counters.checked >= count);
  });
}
