// Reports to open: of the recordings in tests/data, and of one whose every name is hostile.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const tool = resolve(process.env.TENSORLEAK);
const data = resolve(import.meta.dirname, '../data');
export const folder = resolve(process.env.BROWSER_TEST_OUTPUT);

const run = (name, words) => {
  const out = join(folder, name);
  try {
    execFileSync(tool, ['run', '--quiet', '-o', out, ...words], { stdio: 'pipe', cwd: data });
  } catch (error) {
    if (![1, 3].includes(error.status)) throw error; // a leak, or no verdict
  }
  return join(out, 'report.html');
};

// Runs the tool on a recording; the path of its report.html.
export const reportOf = (recording, name) => run(name, ['--no-alloc', recording]);

const reportOfLines = (name, lines) => {
  mkdirSync(folder, { recursive: true });
  const log = join(folder, `${name}.jsonl`);
  writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return reportOf(log, name);
};

// A program that marks no frame: its loop keeps a tensor in each of `turns` turns.
export const reportOfFound = (name, turns) => {
  const lines = [{ e: 'header', format: 'tensor-event-log', version: 1, runtime: 'test' }];
  [4, 6].forEach((line, i) => lines.push({ e: 'stack', id: i + 1, frames: [{ fn: 'draw', file: 'sketch.js', line, col: 3 }] }));
  for (let turn = 0; turn < turns; turn += 1) {
    lines.push({ e: 'alloc', id: 2 * turn, bytes: 64, shape: [16], dtype: 'float32', op: 'FromPixels', stack: 1 });
    lines.push({ e: 'alloc', id: 2 * turn + 1, bytes: 8, shape: [2], dtype: 'float32', op: 'Add', stack: 2 });
    lines.push({ e: 'free', id: 2 * turn });
  }
  return reportOfLines(name, [...lines, { e: 'end' }]);
};

// The sample that decodes a video; built where its libraries are.
export const video = resolve(tool, '../../samples/video');
export const reportOfVideo = () =>
  run('video', ['--', video, resolve(import.meta.dirname, '../../samples/video/clip.mp4')]);

export const HOSTILE = [
  '</script><script>window.__pwned = 1</script>',
  '<img src=x onerror="window.__pwned = 1; alert(1)">',
  '<!--<script>',
  '</style></title></textarea></template></pre><b id="injected">',
  '" onmouseover="window.__pwned = 1" autofocus onfocus="window.__pwned = 1',
  "' onclick='window.__pwned = 1",
  'javascript:window.__pwned = 1',
  '\u2028\u2029"\\`${window.__pwned = 1}',
  '\u202egnp.exe',
  '{script}{{}}{}',
  'w'.repeat(400),
  'größe 名前 שלום',
];

const frame = (name, file) => ({ fn: name, file, line: 3, col: 4 });

// `sites` sites, each of which forgets a tensor in each of `frames` frames; names(i) names the i-th.
export const writeLeaks = (name, sites, frames, names) => {
  const indices = Array.from({ length: sites }, (_, i) => i);
  const words = names(0);
  const lines = [{ e: 'header', format: 'tensor-event-log', version: 1, runtime: words, backend: words, program: words }];
  for (const i of indices) {
    const text = names(i);
    lines.push({ e: 'stack', id: i + 1, frames: [frame(text, `node_modules/${text}/index.js`), frame(text, text)] });
  }
  for (let n = 0; n < frames; n += 1) {
    lines.push({ e: 'frame', n });
    for (const i of indices) {
      lines.push({ e: 'alloc', id: n * sites + i, bytes: 4 * (i + 1), shape: [i + 1], dtype: names(i), op: names(i), stack: i + 1 });
    }
  }
  return reportOfLines(name, [...lines, { e: 'frame', n: frames }, { e: 'end' }]);
};
