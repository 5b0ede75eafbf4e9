// Pixels, a smaller size and a division make a model's input. A tidy() disposes what is made inside it,
// and the pixels were made before it.
const tf = require('@tensorflow/tfjs');

/** Stands for a camera: a picture that grows brighter from turn to turn. */
function takePicture(turn, size = 64) {
  return new Uint8Array(size * size * 3).fill(turn % 200);
}

function inputOf(pixels) {
  return tf.tidy(() => {
    const picture = tf.tensor3d(pixels, [64, 64, 3], 'int32');
    return tf.image.resizeBilinear(picture, [32, 32]).div(255);
  });
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  inputOf(takePicture(turn)).dispose();
}
