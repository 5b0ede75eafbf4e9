// Classifies what is on a canvas, frame by frame. The sketch has nothing to dispose: ml5 1.4.0 keeps two
// tensors of each classification.
const canvas = document.querySelector('canvas');
const answer = document.querySelector('p');
const paint = canvas.getContext('2d');
let classifier;
let turn = 0;

async function draw() {
  paint.fillStyle = `hsl(${turn++ % 360} 80% 50%)`;
  paint.fillRect(0, 0, canvas.width, canvas.height);
  const [best] = await classifier.classify(canvas);
  answer.textContent = best.label;
  requestAnimationFrame(draw);
}

ml5.imageClassifier(new URL('model.json', location).href).then((loaded) => {
  classifier = loaded;
  draw();
});
