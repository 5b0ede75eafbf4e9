'use strict';

// What to do about a leak: the words of reports/analysis/advice.cpp, so far as two runs can tell a cause.

const { userFrameOf } = require('../agent/user_frame.cjs');

/** Parts of the names of functions that make a model's weights, in lower case. */
const MODEL_MAKERS = ['loadlayersmodel', 'loadgraphmodel', 'loadmodel', 'load_model', 'loadweights', 'addweight',
  'fromconfig', 'from_pretrained'];
/** Packages whose functions are the operations that a program calls: what they make is its own. */
const RUNTIMES = /^@tensorflow\/tfjs(-core|-node|-node-gpu|-backend-\w+)?$/;

const ADVICE = {
  model: 'load the model once, outside fn, or dispose() it at the end of fn',
  variable: 'make the variable once, and assign() to it, or dispose() it',
  kept: 'dispose() what keep() exempted once it is no longer needed',
  scopeResult: 'dispose() it after its last use, or widen the tidy() around that use',
  temporary: 'dispose() it after its last use, or wrap the work in tidy(); ' +
    'if a list or global holds it, take the old ones out and dispose() them',
};

/** @param {import('../agent/site_table.cjs').Survivors} leak @returns {string} */
function adviceOn(leak) {
  const cause = causeOf(leak);
  const library = libraryOf(leak.stack || []);
  if (library === null) return ADVICE[cause];
  const whose = `made inside ${library.name}${library.called === '' ? '' : ` by ${library.called}`}`;
  if (cause === 'model' || cause === 'variable') {
    return `${whose}: make that model or object once, outside fn, or call its dispose()`;
  }
  if (cause === 'kept') {
    return `${whose}, which kept it for itself: make the object that owns it once, or call its dispose(); ` +
      'if it has none, tell its authors this version and line';
  }
  return `${whose}: if the call returns it, ${ADVICE[cause]}; if not, the library forgot it: tell its authors ` +
    'this version and line, or wrap the call in tidy() where it is synchronous';
}

function causeOf({ made, variables, kept, scopes, stack }) {
  const isMost = (count) => 2 * count > made;
  if (isMost(variables + kept) && (stack || []).some(makesModel)) return 'model';
  if (isMost(variables)) return 'variable';
  if (isMost(kept)) return 'kept';
  return scopes.length > 0 ? 'scopeResult' : 'temporary';
}

function makesModel({ function: name }) {
  const lower = name.toLowerCase();
  return MODEL_MAKERS.some((part) => lower.includes(part));
}

/** The package that the user's code called, where it is not TensorFlow.js itself, and the function. */
function libraryOf(stack) {
  const end = stack.indexOf(userFrameOf(stack));
  const outermost = stack[end - 1];
  const found = outermost === undefined ? null : /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(outermost.file);
  if (found === null || RUNTIMES.test(found[1])) return null;
  return { name: found[1], called: outermost.function };
}

module.exports = { adviceOn };
