// How bright the camera's picture is, frame by frame. `--fake-camera` shows it one.
const { tf } = ml5;
const video = document.querySelector('video');
const answer = document.querySelector('p');

function brightness() {
  const pixels = tf.browser.fromPixels(video);  // leaks
  const small = tf.image.resizeBilinear(pixels, [32, 32]);  // leaks
  return small.mean();
}

function draw() {
  const mean = brightness();
  answer.textContent = `${mean.dataSync()[0].toFixed(0)} of 255`;
  mean.dispose();
  video.requestVideoFrameCallback(draw);
}

async function start() {
  await tf.setBackend('webgl');
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 160, height: 120 } });
  video.requestVideoFrameCallback(draw);
}

start();
