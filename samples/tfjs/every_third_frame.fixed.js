// Faces are looked for on every third turn only, and what is found is forgotten.
const tf = require('@tensorflow/tfjs');

function detectFaces() {
  const faces = tf.zeros([1, 5]);
  const count = faces.shape[0];
  faces.dispose();
  return count;
}

for (let turn = 0; turn < 40; turn++) {
  globalThis.tensorleak?.frame();
  if (turn % 3 === 0) detectFaces();
}
