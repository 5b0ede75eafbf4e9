// How much moves in a video, from the difference of two pictures. The answer is disposed, and the two
// images on the way to it are not.
const tf = require('@tensorflow/tfjs');

/** Stands for a camera: a picture that grows brighter from turn to turn. */
function takePicture(turn, size = 64) {
  return new Uint8Array(size * size * 3).fill(turn % 200);
}

function movement(before, after) {
  const difference = before.sub(after);
  const distance = difference.abs();
  const mean = distance.mean();
  const value = mean.dataSync()[0];
  tf.dispose([difference, distance, mean]);
  return value;
}

let before = tf.tensor3d(takePicture(0), [64, 64, 3], 'float32');

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  const after = tf.tensor3d(takePicture(turn), [64, 64, 3], 'float32');
  movement(before, after);
  before.dispose();
  before = after;
}
