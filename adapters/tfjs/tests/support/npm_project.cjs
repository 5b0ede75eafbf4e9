'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { PACKAGES, temporaryFolder } = require('./program.cjs');

const SCRIPT = path.join(__dirname, '../../../../scripts/npm-package');

/** Runs a program to its end; what the tests around it have set for node is not for it. */
function run(folder, program, options, environment = {}) {
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, FORCE_COLOR, ...inherited } = process.env;
  const { status, stdout, stderr, error } = spawnSync(program, options,
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...inherited, NO_COLOR: '1', CI: '1', ...environment } });
  if (error) throw error;
  return { code: status, stdout, stderr };
}

function succeed(folder, program, options) {
  const { code, stdout, stderr } = run(folder, program, options);
  if (code !== 0) throw new Error(`${program} ${options.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

/** An empty project into which the package was installed as it is published, without a network. */
function npmProject() {
  const folder = temporaryFolder();
  const assembled = path.join(folder, 'package-to-publish');
  succeed(folder, SCRIPT, [assembled]);
  const [{ filename, files }] = JSON.parse(succeed(assembled, 'npm', ['pack', '--json', '--pack-destination', folder]));
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
  succeed(folder, 'npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', path.join(folder, filename)]);
  fs.rmSync(assembled, { recursive: true });
  return { folder, files: files.map(({ path: name }) => name) };
}

/** Gives a project packages of a set. */
function link(folder, set, names) {
  for (const name of names) {
    const place = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.symlinkSync(path.join(PACKAGES, set, 'node_modules', name), place);
  }
}

module.exports = { link, npmProject, run };
