'use strict';

/**
 * Tells a new sink what a recording that goes on stands at: the tensors that are alive, each in the scopes
 * that it was made in, and the scopes that are open.
 * @param {import('../agent/site_table.cjs').SiteTable} table the first sink of the tee
 * @param {import('../agent/tee_sink.cjs').Branch} branch of the new sink
 */
function retell(table, branch) {
  const { sink } = branch;
  let open = [];
  const standIn = (path) => {
    const wanted = table.scopes.namesOf(path);
    if (wanted.length === open.length && wanted.every((name, at) => name === open[at])) return;
    for (let left = open.length; left > 0; left--) sink.scopeEnd();
    for (const name of wanted) sink.scopeBegin(branch.text(name));
    open = wanted;
  };
  for (const { id, site, buffer, flags, name } of table.live.tensors.values()) {
    standIn(site.path);
    sink.alloc(id, buffer.id, buffer.bytes, branch.kind(site.kindNumber), branch.stack(site.stack), flags);
    if (name !== 0) sink.name(id, branch.text(name));
  }
  standIn(0);
  standIn(table.scopes.current);
}

module.exports = { retell };
