'use strict';

const { Session } = require('./session.cjs');
const { watchForEngines } = require('./discovery.cjs');

/**
 * @typedef {object} Options
 * @property {object} sink        takes the events: see log_sink.cjs for all its methods
 * @property {object} realm       globalThis of the program
 * @property {boolean} [isCopied] the program may make global objects of the names of this one
 * @property {'all'|'adaptive'|'none'} stacks which tensors get a stack: see policy.cjs
 * @property {string} program     what runs, in words
 * @property {string} root        files inside this folder or address get relative names
 * @property {string[]} own       beginnings of the names of the agent's own files
 * @property {(url: string) => string} [nameOfBlob] the name of a file at the address of a blob; '' where not known
 * @property {(line: string) => void} tell    prints one line when the agent has to stop
 * @property {() => number} now               milliseconds, never going back
 * @property {(task: () => void) => void} soon runs a task after the current one: queueMicrotask
 * @property {() => boolean} isBusy           whether the program has anything left to do
 * @property {(files: string[]) => string} versionOf the library's version, by files on the stack of
 *   the code that makes the engine, innermost first; '' where not known
 * @property {((groups: object[][], engines: object[]) => object[][])|null} [whoHolds] finds out who holds
 *   tensors: see node/who/who.cjs; null where nobody asks
 * @property {{enter: Function, current: Function}|null} tasks asynchronous contexts: see held_scopes.cjs
 */

/**
 * Records every tensor of TensorFlow.js in a realm, from now to `close()`, without any change to the
 * program. Uses nothing but the language, so that it runs in a page as it runs in Node.
 * @param {Options} options
 * @returns {{frame: (lane?: any, name?: any) => void, tick: () => void, flush: () => void,
 *   close: () => void, leave: () => void, session: Session}}
 *   none of the functions throws. close(): the recording ends, and the hooks do nothing any more; leave():
 *   they are taken out as well, so that another recording of this realm may follow
 */
function startAgent(options) {
  const session = new Session(options);
  const { guard } = session;
  const guarded = (work) => (...given) => {
    if (!guard.on) return;
    try { work(...given); } catch (error) { guard.fail(error); }
  };
  const adopt = guarded((engine, environment, late) => session.adopt(engine, environment, late));
  guarded(() => watchForEngines(options.realm, options.isCopied === true, guard, adopt))();
  return {
    frame: guarded((lane = '', name = '') => session.mark(String(lane), String(name))),
    tick: guarded(() => session.tick()),
    flush: guarded(() => session.sink.flush()),
    close: guarded(() => session.close()),
    leave: () => session.leave(),
    session,
  };
}

module.exports = { startAgent };
