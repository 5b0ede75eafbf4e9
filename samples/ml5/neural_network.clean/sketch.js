// Trains a small network and asks it in each frame from then on. ml5 disposes what it makes.
const answer = document.querySelector('p');
let network;
let turn = 0;

async function draw() {
  const a = turn++ % 8;
  const [{ value }] = await network.predict({ a, b: 2 });
  answer.textContent = `${a} + 2 is about ${value.toFixed(1)}`;
  requestAnimationFrame(draw);
}

async function start() {
  await ml5.tf.setBackend('webgl');
  network = ml5.neuralNetwork({ task: 'regression', inputs: ['a', 'b'], outputs: ['sum'] });
  for (let i = 0; i < 64; i++) {
    const a = i % 8;
    const b = i >> 3;
    network.addData({ a, b }, { sum: a + b });
  }
  network.normalizeData();
  network.train({ epochs: 8 }, draw);
}

start();
