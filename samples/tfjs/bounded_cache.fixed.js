// A lookup table for each size of input is made on its first use. There is a new size in every turn; the
// fixed program keeps the last four and disposes the oldest.
const tf = require('@tensorflow/tfjs');

const tables = new Map();

function tableFor(size) {
  if (!tables.has(size)) tables.set(size, tf.keep(tf.range(0, size)));
  if (tables.size > 4) {
    const [oldest, table] = tables.entries().next().value;
    tables.delete(oldest);
    table.dispose();
  }
  return tables.get(size);
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  tf.tidy(() => tableFor(16 + (turn * 7) % 40).square().sum().dataSync());
}
