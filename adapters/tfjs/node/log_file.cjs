'use strict';

const fs = require('node:fs');
const { isMainThread, threadId } = require('node:worker_threads');

/**
 * Opens the log that TENSORLEAK_TFJS_LOG names: a file, with %p for the process and %t for the worker
 * thread, or the number of a descriptor that is open already. Workers and child processes inherit the
 * variable, so a name without %p or %t gets them appended where it would hit another's log.
 * @returns {number} a descriptor
 */
function openLog(name) {
  return /^\d+$/.test(name) ? adopt(Number(name)) : fs.openSync(ownName(name), 'w');
}

function ownName(name) {
  let own = name.replaceAll('%p', process.pid).replaceAll('%t', threadId);
  if (!isMainThread && !name.includes('%t')) own += `.t${threadId}`;
  if (!name.includes('%p') && isWrittenByAnother(own)) own += `.p${process.pid}`;
  return own;
}

/** Whether the file is the log of another process that still runs. */
function isWrittenByAnother(name) {
  try {
    if (!fs.statSync(name).isFile()) return false;
    const [, writer] = /^\{"e":"header".*?"process":(\d+)/.exec(firstBytes(name)) || [];
    return writer !== undefined && Number(writer) !== process.pid && process.kill(Number(writer), 0);
  } catch {
    return false;
  }
}

function firstBytes(name) {
  const file = fs.openSync(name, 'r');
  try {
    const bytes = Buffer.alloc(4096);
    return bytes.toString('utf8', 0, fs.readSync(file, bytes));
  } finally {
    fs.closeSync(file);
  }
}

/** A number means the descriptor of one process: in a child it may be anything, such as its IPC channel. */
function adopt(file) {
  const status = fs.fstatSync(file);
  const isChannel = String(file) === process.env.NODE_CHANNEL_FD;
  if (!isMainThread || isChannel || !(status.isFIFO() || status.isFile() || status.isSocket())) {
    throw new Error(`descriptor ${file} is no log of this process; give the name of a file`);
  }
  return file;
}

module.exports = { openLog };
