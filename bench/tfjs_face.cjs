'use strict';

// What recording costs a program that does real work: all faces of a photograph with landmarks and
// expressions, by face-api on the wasm backend.
//
//   node bench/tfjs_face.cjs [ROUNDS] [ADDON.node]
//
// Needs `adapters/tfjs/tests/install tfjs-4.22-models`. Each round starts a process for each mode and lets
// them run in turn, one detection each. Printed are the median times, and the median of each mode's ratios
// to the bare program at the same moment. Without an addon the modes write an event log.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { fork } = require('node:child_process');
const { once } = require('node:events');

const ADAPTER = path.join(__dirname, '../adapters/tfjs');
const PACKAGES = path.join(ADAPTER, 'tests/packages/tfjs-4.22-models/node_modules');
const REGISTER = path.join(ADAPTER, 'node/register.cjs');
const FACE_API = path.join(PACKAGES, '@vladmandic/face-api');
const WARM_DETECTIONS = 5;            // past the warm-up of adaptive stacks: a frame is marked for each
const DETECTIONS = 10;

/** The measured program: each message asks for a detection, and gets its milliseconds. */
async function measured() {
  const tf = require('@tensorflow/tfjs');
  require('@tensorflow/tfjs-backend-wasm');
  const jpeg = require('jpeg-js');
  await tf.setBackend('wasm');
  const faceapi = require(path.join(FACE_API, 'dist/face-api.node-wasm.js'));
  for (const net of ['ssdMobilenetv1', 'faceLandmark68Net', 'faceExpressionNet']) {
    await faceapi.nets[net].loadFromDisk(path.join(FACE_API, 'model'));
  }
  const { width, height, data } = jpeg.decode(fs.readFileSync(path.join(FACE_API, 'demo/sample1.jpg')), { useTArray: true });
  const rgb = new Int32Array(width * height * 3);
  for (let i = 0, j = 0; i < data.length; i++) if (i % 4 !== 3) rgb[j++] = data[i];
  const photo = tf.tensor3d(rgb, [height, width, 3], 'int32');
  const detect = async () => {
    globalThis.tensorleak?.frame();
    const began = performance.now();
    const faces = await faceapi.detectAllFaces(photo).withFaceLandmarks().withFaceExpressions();
    const time = performance.now() - began;
    if (faces.length === 0) throw new Error('no face was found');
    return time;
  };
  for (let i = 0; i < WARM_DETECTIONS; i++) await detect();
  process.on('message', async () => process.send(await detect()));
  process.send('warm');
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function modes(folder, addon) {
  const transport = addon
    ? { TENSORLEAK_TFJS_ADDON: path.resolve(addon), TENSORLEAK_TRACE: path.join(folder, 'bench.tltrace') }
    : { TENSORLEAK_TFJS_LOG: path.join(folder, 'bench.jsonl') };
  return [
    ['bare', null],
    ['no stacks', { ...transport, TENSORLEAK_STACKS: 'none' }],
    ['adaptive', { ...transport, TENSORLEAK_STACKS: 'adaptive' }],
    ['all stacks', { ...transport, TENSORLEAK_STACKS: 'all' }],
  ];
}

async function start(environment, folder) {
  const child = fork(__filename, ['--measured'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: environment === null ? [] : ['--require', REGISTER],
    env: { ...process.env, NODE_PATH: PACKAGES, ...environment },
  });
  child.on('exit', (code) => { if (code > 0) throw new Error(`a measured program ended with ${code}`); });
  await once(child, 'message');
  return child;
}

async function oneRound(all, folder) {
  const children = [];
  for (const [, environment] of all) children.push(await start(environment, folder));
  const times = [];
  for (let i = 0; i < DETECTIONS; i++) {
    const turn = [];
    // Each mode is first once in a while: who comes first is slower.
    for (let k = 0; k < children.length; k++) {
      const at = (i + k) % children.length;
      children[at].send('detect');
      turn[at] = (await once(children[at], 'message'))[0];
    }
    times.push(turn);
  }
  for (const child of children) child.kill('SIGKILL');
  return times;
}

async function main() {
  const rounds = Number(process.argv[2] || 7);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tensorleak-bench-'));
  const all = modes(folder, process.argv[3]);
  const times = [];
  for (let round = 0; round < rounds; round++) times.push(...await oneRound(all, folder));
  fs.rmSync(folder, { recursive: true });
  console.log(`${os.cpus()[0].model}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, ` +
    `node ${process.version}, tfjs 4.22.0, wasm backend, face-api 1.7.15`);
  console.log(`node bench/tfjs_face.cjs ${process.argv.slice(2).join(' ')}`.trim());
  all.forEach(([name], i) => {
    const time = median(times.map((turn) => turn[i]));
    const ratio = median(times.map((turn) => turn[i] / turn[0]));
    console.log(`${name.padEnd(12)} ${time.toFixed(1).padStart(8)} ms  ${ratio.toFixed(3)}×`);
  });
}

if (process.argv[2] === '--measured') measured();
else main();
