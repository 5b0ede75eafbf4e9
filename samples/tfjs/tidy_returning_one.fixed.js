// A layer makes three tensors in a tidy() and returns one. What a tidy() returns belongs to the caller,
// who has to dispose it.
const tf = require('@tensorflow/tfjs');

const weights = tf.ones([8, 4]);
const bias = tf.zeros([4]);

function layer(input) {
  return tf.tidy(() => input.matMul(weights).add(bias).relu());
}

const input = tf.ones([2, 8]);

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  const output = layer(input);
  output.dataSync();
  output.dispose();
}
