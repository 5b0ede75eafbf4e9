'use strict';

/**
 * The tensors by which a run made the population larger. What took the place of tensors of an earlier
 * run is no leak: of the same site, of one that differs in shape alone, or of the same kind from wherever.
 *
 * @typedef {import('../agent/site_table.cjs').Survivors} Survivors
 * @param {Survivors[]} earlier alive before the run
 * @param {Survivors[]} later   alive after it
 * @param {Survivors[]} made    those of them that it made
 * @returns {(Survivors & {made: number})[]} with `tensors` and `bytes` as they grew; worst first
 */
function leaksBetween(earlier, later, made) {
  const before = bySite(earlier);
  const after = bySite(later);
  const grown = [];
  for (const [key, group] of bySite(made)) {
    const grownBy = difference(after.get(key), before.get(key));
    if (grownBy.tensors > 0) grown.push({ ...group, made: group.tensors, ...grownBy });
  }
  const shrunk = [];
  for (const [key, group] of before) {
    const gone = difference(group, after.get(key)).tensors;
    if (gone > 0) shrunk.push({ ...group, gone });
  }
  for (const keyOf of [placeOf, kindOf]) setOff(grown, shrunk, keyOf);
  return grown.filter(({ tensors }) => tensors > 0).sort((a, b) => b.bytes - a.bytes || b.tensors - a.tensors);
}

const siteOf = ({ op, dtype, shape, scopes, stack }) => JSON.stringify([op, dtype, shape, scopes, stack]);
const placeOf = ({ op, dtype, scopes, stack }) => JSON.stringify([op, dtype, scopes, stack]);
const kindOf = ({ op, dtype, shape }) => JSON.stringify([op, dtype, shape]);

function bySite(groups) {
  const sites = new Map();
  for (const group of groups) {
    const key = siteOf(group);
    const known = sites.get(key);
    // Stacks may be told twice.
    sites.set(key, known === undefined ? group
      : { ...known, tensors: known.tensors + group.tensors, bytes: known.bytes + group.bytes });
  }
  return sites;
}

function difference(more, less) {
  if (less === undefined) return { tensors: more.tensors, bytes: more.bytes };
  if (more === undefined) return { tensors: -less.tensors, bytes: 0 };
  return { tensors: more.tensors - less.tensors, bytes: Math.max(0, more.bytes - less.bytes) };
}

/** Takes from what grew as many as shrank of the same key. */
function setOff(grown, shrunk, keyOf) {
  const gone = new Map();
  for (const group of shrunk) {
    if (!gone.has(keyOf(group))) gone.set(keyOf(group), []);
    gone.get(keyOf(group)).push(group);
  }
  for (const group of grown) {
    for (const other of gone.get(keyOf(group)) || []) {
      const replaced = Math.min(group.tensors, other.gone);
      if (replaced === 0) continue;
      group.bytes = Math.round(group.bytes * (group.tensors - replaced) / group.tensors);
      group.tensors -= replaced;
      other.gone -= replaced;
    }
  }
}

module.exports = { leaksBetween };
