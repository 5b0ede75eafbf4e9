// A picture becomes a batch of one by expandDims(), and is disposed after the prediction. The batch is an
// alias, a tensor of its own that holds the same data, and goes on to hold them.
const tf = require('@tensorflow/tfjs');

/** Stands for a camera: a picture that grows brighter from turn to turn. */
function takePicture(turn, size = 64) {
  return new Uint8Array(size * size * 3).fill(turn % 200);
}

const model = tf.sequential({ layers: [tf.layers.globalAveragePooling2d({ inputShape: [64, 64, 3] })] });

function predict(pixels) {
  const picture = tf.tensor3d(pixels, [64, 64, 3], 'float32');
  const batch = picture.expandDims(0);
  model.predict(batch).dispose();
  picture.dispose();
  batch.dispose();
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  predict(takePicture(turn));
}
