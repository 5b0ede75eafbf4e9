// A loss over four batches in each turn, in a chain of calls of which only the last result has a name.
// The two before it are lost, four times a turn; a tidy() around the chain disposes them.
const tf = require('@tensorflow/tfjs');

const target = tf.zeros([32, 10]);
const batches = Array.from({ length: 4 }, () => tf.ones([32, 10]));

function lossOf(batch) {
  const loss = target.sub(batch).square().mean();  // leaks
  const value = loss.dataSync()[0];
  loss.dispose();
  return value;
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  for (const batch of batches) lossOf(batch);
}
