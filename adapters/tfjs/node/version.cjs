'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * The version of the package that a file belongs to.
 * @param {string[]} files as stacks name them: of the code that makes the engine, innermost first
 * @returns {string} '' where no package is found
 */
function versionOf(files) {
  const file = files.find((name) => name !== '' && !name.startsWith('node:'));
  if (file === undefined) return '';
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const version = versionIn(folder);
    if (version !== '' || folder === path.dirname(folder)) return version;
  }
}

function versionIn(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).version || '';
  } catch {
    return '';
  }
}

module.exports = { versionOf };
