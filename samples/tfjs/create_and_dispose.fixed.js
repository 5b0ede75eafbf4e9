// Says how bright each picture of a camera is. The leaking program disposes the answer and forgets the
// picture; the fixed one disposes both.
const tf = require('@tensorflow/tfjs');

/** Stands for a camera: a picture that grows brighter from turn to turn. */
function takePicture(turn, size = 64) {
  return new Uint8Array(size * size * 3).fill(turn % 200);
}

function brightnessOf(pixels) {
  const picture = tf.tensor3d(pixels, [64, 64, 3], 'int32');
  const mean = picture.mean();
  const brightness = mean.dataSync()[0];
  mean.dispose();
  picture.dispose();
  return brightness;
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  brightnessOf(takePicture(turn));
}
