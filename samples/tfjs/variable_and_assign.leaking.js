// A sum of gradients starts anew in each training step, in a variable of its own. A variable lives until
// it is disposed and not until the brace: make one, and assign() to it.
const tf = require('@tensorflow/tfjs');

function step(turn) {
  const start = tf.zeros([128]);
  const sum = tf.variable(start);  // leaks
  start.dispose();
  tf.tidy(() => sum.assign(sum.add(turn)));
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  step(turn);
}
