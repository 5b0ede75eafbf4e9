importScripts('tf.min.js');
const ready = tf.setBackend('cpu');

function step(turn) {
  tf.scalar(turn).square().dispose();
}

onmessage = async ({ data }) => {
  await ready;
  globalThis.tensorleak?.frame();
  step(data);
  if (data < 20) postMessage('next');
  else globalThis.tensorleak?.done();
};
