// A model takes the size of the picture and the least score as tensors, and they are made in its call.
// Nobody has a handle to dispose them; constants are made once, before the loop.
const tf = require('@tensorflow/tfjs');

const model = (picture, size, least) => tf.tidy(() => picture.div(size).greater(least).sum().dataSync()[0]);
const picture = tf.ones([16]);

function detect() {
  return model(picture, tf.scalar(640), tf.scalar(0.5));  // leaks
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  detect();
}
