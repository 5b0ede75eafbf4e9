// The position of a hand is smoothed from turn to turn, and memory() is watched. It counts one tensor
// more each time but cannot say which: that a new position takes the handle of the old one, which is lost.
const tf = require('@tensorflow/tfjs');

function smooth(before, now) {
  return tf.tidy(() => before.mul(0.8).add(now.mul(0.2)));  // leaks
}

let hand = tf.zeros([21, 2]);

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  const now = tf.fill([21, 2], turn);
  const smoothed = smooth(hand, now);
  now.dispose();
  hand = smoothed;
  if (turn % 10 === 0) console.log(`turn ${turn}: ${tf.memory().numTensors} tensors`);
}
