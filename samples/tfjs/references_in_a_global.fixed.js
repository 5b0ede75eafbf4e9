// A training keeps the error of each step in a global, for a mean at the end. Nothing is lost, and yet
// memory grows: keep the number, not the tensor.
const tf = require('@tensorflow/tfjs');

const errors = [];

function step(turn) {
  const error = tf.tidy(() => tf.fill([256], turn).square());
  errors.push(error.dataSync()[0]);
  error.dispose();
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  step(turn);
}
