// A network answers from turn to turn. After 20 turns the program begins to keep what it is unsure of, and
// does not let go of it.
const tf = require('@tensorflow/tfjs');

const unsure = [];

function answer(turn) {
  const scores = tf.tidy(() => tf.softmax(tf.fill([10], turn)));
  if (turn >= 20) unsure.push(scores.arraySync());
  scores.dispose();
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  answer(turn);
}
