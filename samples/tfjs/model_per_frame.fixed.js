// A model is made in every turn. Its weights live until they are disposed, so make it once, before the
// loop.
const tf = require('@tensorflow/tfjs');

function makeModel() {
  return tf.sequential({ layers: [tf.layers.dense({ units: 4, inputShape: [8] })] });
}

const input = tf.ones([1, 8]);
const model = makeModel();

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  model.predict(input).dispose();
}
