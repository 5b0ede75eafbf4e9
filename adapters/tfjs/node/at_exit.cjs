'use strict';

/**
 * Calls `close` when the process or the worker thread ends, also by process.exit() or an uncaught
 * exception, behind the program's own 'exit' listeners: what they still dispose is seen.
 */
function atExit(close) {
  process.on('exit', close);
  process.on('newListener', (event, listener) => {
    if (event !== 'exit' || listener === close) return;
    queueMicrotask(() => {
      process.removeListener('exit', close);
      process.on('exit', close);
    });
  });
}

module.exports = { atExit };
