'use strict';

const fs = require('node:fs');
const path = require('node:path');

const ADAPTER = path.join(__dirname, '../..');
/** The name of the script in stacks, which the agent leaves out. */
const OWN = 'tensorleak:';
/** The function of the page through which the agent sends its messages. */
const BINDING = 'tensorleakSend';

/** One script of the agent's files, as cli/workloads/browser/page_script.cpp makes it for `tensorleak run`. */
function pageScript() {
  const files = ['agent', 'page'].flatMap(functionsOf);
  const loader = fs.readFileSync(path.join(ADAPTER, 'page/loader.js'), 'utf8');
  const options = JSON.stringify({ own: OWN, stacks: 'adaptive', frames: 0 });
  return `(() => {
'use strict';
const send = globalThis.${BINDING};
if (typeof send !== 'function') return;
delete globalThis.${BINDING};
if (Symbol.for('tensorleak.agent') in globalThis) return;
const files = {
${files.join(',\n')}
};
${loader}
try {
  load('page/start.cjs').startInPage(globalThis, { send, ...${options} });
} catch {
  // The page goes on without us.
}
})();
//# sourceURL=${OWN}agent.js
`;
}

function functionsOf(folder) {
  const names = fs.readdirSync(path.join(ADAPTER, folder)).filter((name) => name.endsWith('.cjs')).sort();
  return names.map((name) => {
    const source = fs.readFileSync(path.join(ADAPTER, folder, name), 'utf8');
    return `${JSON.stringify(`${folder}/${name}`)}: function (module, exports, require) {\n${source}}`;
  });
}

module.exports = { BINDING, pageScript };
