'use strict';

const { userFrameOf, userFunctionOf } = require('../agent/user_frame.cjs');

/** Places that are shown. */
const MOST_PLACES = 5;
/** A rate in more frames than these is told as a slope. */
const MOST_FRAMES = 60;

/**
 * What a panel says, of what is the case.
 * @param {import('./panel_recording.cjs').PanelState} state
 * @returns {{tone: 'bad'|'good'|'neutral', headline: string, alive: string, places: object[],
 *   notes: string[], frames: string, log: string, canSave: boolean, canStartAnew: boolean}}
 */
function inWords(state) {
  const { growth, alive, log } = state;
  const more = growth.places.length - MOST_PLACES;
  return {
    ...headlineOf(state),
    places: growth.places.slice(0, MOST_PLACES).map(placeInWords),
    notes: [...(more > 0 ? [`and ${counted(more, 'site')} more`] : []), ...notesOf(state)],
    frames: `${counted(growth.frames, 'frame')} · ${bytesInWords(alive.bytes)}`,
    log: bytesInWords(log.bytes),
    canSave: state.hasTensors,
    canStartAnew: state.hasTensors && !state.isOver,
  };
}

function headlineOf({ hasTensors, isOver, growth, alive }) {
  if (!hasTensors) return { tone: 'neutral', headline: isOver ? 'recording stopped' : 'waiting for tensors', alive: '' };
  const count = `${grouped(alive.tensors)} alive`;
  if (growth.places.length > 0) return { tone: 'bad', headline: rateInWords(growth, true), alive: count };
  if (growth.needed === 0) return { tone: 'good', headline: 'steady', alive: count };
  const headline = isOver ? 'too few frames' : `${counted(growth.needed, 'frame')} more`;
  return { tone: 'neutral', headline, alive: count };
}

function notesOf({ hasTensors, isOver, stopped, knowsStacks, older, growth, log }) {
  const notes = [];
  if (stopped !== '') notes.push(stopped);
  else if (isOver) notes.push('the page ended the recording');
  if (hasTensors && !isOver && growth.frames === 0) {
    notes.push('no frame yet: where nothing is animated, call tensorleak.frame() once in each turn of the loop');
  }
  if (older > 0) notes.push(`${counted(older, 'tensor')} more, from before the recording, not known`);
  if (!knowsStacks) notes.push('this browser tells no stacks, so no lines: Chrome and Edge do');
  if (log.isFull) notes.push('the log is full and ends here; what is shown goes on. Start anew for a new one');
  return notes;
}

function placeInWords(place) {
  const frame = place.stack === null ? null : userFrameOf(place.stack);
  const scopes = place.scopes.filter((name) => name !== '');
  return {
    rate: rateInWords(place, false),
    op: place.op,
    what: `${place.dtype} ${shapesInWords(place.shapes)}`.trim(),
    name: frame === null ? '' : userFunctionOf(place.stack),
    where: frame === null ? 'its stack was not recorded' : placeOf(frame, shortName(frame.file)),
    whole: [frame === null ? '' : placeOf(frame, frame.file), ...scopes.map((name) => `in ${name}`),
      `${grouped(place.alive)} alive, ${bytesInWords(place.bytes)}`].filter((text) => text !== '').join('\n'),
  };
}

function placeOf({ line }, file) {
  if (line === 0) return file;
  return file.endsWith(':') ? file + line : `${file}:${line}`;      // a blob's has no more
}

/** The last part of an address. */
function shortName(file) {
  const path = file.replace(/[?#].*$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || file;
}

function shapesInWords(shapes) {
  if (shapes.length > 1) return `${shapes.length} shapes`;
  return shapes.length === 1 && shapes[0] !== null ? `[${shapes[0]}]` : '';
}

/** "+2 tensors, 1.2 MiB every 3 frames"; short, "+2 every 3 frames". */
function rateInWords({ rate, bytesPerFrame }, isLong) {
  const isExact = rate.isExact && rate.frames <= MOST_FRAMES;
  const frames = isExact ? rate.frames : 1;
  const per = frames === 1 ? 'per frame' : `every ${frames} frames`;
  const bytes = bytesInWords(Math.round(bytesPerFrame * frames));
  if (rate.count === 0) return `+${bytes} ${per}`;
  const count = isExact ? rate.count : rate.count / rate.frames;
  const number = `${isExact ? '' : '≈ '}+${isExact ? grouped(count) : rounded(count)}`;
  if (!isLong) return `${number} ${per}`;
  return `${number} ${count === 1 ? 'tensor' : 'tensors'}, ${bytes} ${per}`;
}

function rounded(value) {
  return String(Number(value.toPrecision(2)));
}

function counted(count, word) {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function bytesInWords(bytes) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

module.exports = { inWords };
