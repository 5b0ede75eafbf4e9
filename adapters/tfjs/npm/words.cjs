'use strict';

const { adviceOn } = require('./advice.cjs');
const { originalPlace } = require('./original_places.cjs');
const { userFrameOf, userFunctionOf } = require('../agent/user_frame.cjs');

/** Sites that are told; of more, how many. */
const MOST_SITES = 10;

/**
 * @param {import('../agent/site_table.cjs').Survivors[]} leaks worst first
 * @param {{warmUps: number, returned: number}} run how many of the tensors it returned
 * @returns {string}
 */
function leaksInWords(leaks, { warmUps, returned }) {
  const sum = (field) => leaks.reduce((total, leak) => total + leak[field], 0);
  const lines = [`${quantity(sum('tensors'), sum('bytes'))} leaked by the ${ordinal(warmUps + 1)} run of fn`];
  leaks.slice(0, MOST_SITES).forEach((leak, at) => lines.push(...siteInWords(at + 1, leak)));
  if (leaks.length > MOST_SITES) lines.push(`and ${counted(leaks.length - MOST_SITES, 'site')} more`);
  if (returned > 0) {
    lines.push(`fn returned ${counted(returned, 'tensor')}: dispose() what it returns inside fn, ` +
      'or allow it by { allowReturned: true }');
  }
  return lines.join('\n');
}

function siteInWords(number, leak) {
  const { op, dtype, shape, scopes, stack } = leak;
  const shapeInWords = shape === null ? '' : ` [${shape}]`;
  return [
    `${number}  ${quantity(leak.tensors, leak.bytes)}   ${dtype}${shapeInWords}   ${op}`,
    `   ▸ ${placeInWords(stack || [])}${scopesInWords(scopes)}`,
    `     fix: ${adviceOn(leak)}`,
  ];
}

function placeInWords(stack) {
  const frame = userFrameOf(stack);
  if (frame === null) return 'its stack is not known';
  const { file, line, column } = originalPlace(frame);
  return `${userFunctionOf(stack)}   ${file}:${line}:${column}`;
}

function scopesInWords(scopes) {
  return scopes.length === 0 ? '' : `   in ${scopes.map((name) => name || 'tidy').join(' > ')}`;
}

function quantity(tensors, bytes) {
  return `${counted(tensors, 'tensor')}, ${grouped(bytes)} B`;
}

function counted(count, word) {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function ordinal(number) {
  const words = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
  return words[number] || `${number}th`;
}

module.exports = { leaksInWords };
