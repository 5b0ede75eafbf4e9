'use strict';

// The steps of memory.test.cjs: one after another they do to tensors whatever a program may do. Each
// is (tf, held, size) => anything; held carries tensors from step to step. A step returns ABSENT, or
// throws, where this version of tfjs cannot do it.

const ABSENT = Symbol('absent');

const making = {
  tensor: (tf, held, size) => { held.a = tf.tensor2d(Array.from({ length: size * 2 }, (_, i) => i), [size, 2]); },
  ones: (tf, held, size) => { held.b = tf.ones([size, 2]); },
  integers: (tf, held, size) => { held.integers = tf.range(0, size, 1, 'int32'); },
  booleans: (tf, held) => { held.booleans = tf.tensor1d([1, 0, 1], 'bool'); },
  scalar: (tf, held) => { held.scalar = tf.scalar(3); },
  random: (tf, held, size) => { held.random = tf.randomNormal([size, size]); },
  buffer: (tf) => { const buffer = tf.buffer([2, 2]); buffer.set(5, 0, 0); buffer.toTensor().dispose(); },
  dropped: (tf, held, size) => { tf.zeros([size]); },
  text: (tf, held) => { held.text = tf.tensor(['one', 'zwölf', '', '日本']); },
  complex: (tf, held) => { held.complex = tf.complex([1, 2], [3, 4]); },
};

const aliasing = {
  clone: (tf, held) => { held.clone = held.a.clone(); },
  'clone of a text': (tf, held) => { held.textClone = held.text.clone(); },
  reshape: (tf, held) => { held.flat = held.a.reshape([-1]); },
  'reshape of an alias': (tf, held, size) => { held.again = held.flat.reshape([2, size]); },
  'dispose of the first alias': (tf, held) => { held.a.dispose(); held.a = held.clone; },
  'dispose of the last': (tf, held) => { held.flat.dispose(); held.again.dispose(); },
  expandDims: (tf, held) => { held.b.expandDims(0).dispose(); },
  'cast up': (tf, held) => { held.floats = held.booleans.toFloat ? held.booleans.toFloat() : held.booleans.cast('float32'); },
  'cast down': (tf, held) => { held.b.cast('int32').dispose(); },
  'cast to the same': (tf, held) => { held.b.cast('float32').dispose(); },
  'dispose of an alias twice': (tf, held) => { held.floats.dispose(); held.floats.dispose(); },
  'dispose of a text and its clone': (tf, held) => { held.text.dispose(); held.textClone.dispose(); },
};

const computing = {
  add: (tf, held) => { held.sum = tf.add(held.a, held.b); },
  'add of numbers': (tf, held) => { tf.add(held.sum, 1).dispose(); },
  chain: (tf, held) => { held.a.mul(held.b).sub(held.scalar).relu().sum().dispose(); },
  matMul: (tf, held) => { tf.matMul(held.a, held.b.transpose()).dispose(); },
  concat: (tf, held) => { tf.concat([held.a, held.b]).dispose(); },
  split: (tf, held) => { tf.split(held.a, 2, 1).forEach((part) => part.dispose()); },
  stack: (tf, held) => { tf.stack([held.a, held.b]).dispose(); },
  unstack: (tf, held) => { tf.dispose(tf.unstack(held.b)); },
  slice: (tf, held) => { held.a.slice([0, 0], [1, 2]).dispose(); },
  gather: (tf, held) => { tf.gather(held.a, held.integers).dispose(); },
  softmax: (tf, held) => { tf.softmax(held.a).dispose(); },
  argMax: (tf, held) => { held.a.argMax(1).dispose(); },
  where: (tf, held) => { tf.where(held.a.greater(held.b), held.a, held.b).dispose(); },
  image: (tf) => { tf.tidy(() => { tf.image.resizeBilinear(tf.ones([1, 4, 4, 3]), [8, 8]); }); },
  conv: (tf) => { tf.conv2d(tf.ones([1, 6, 6, 3]), tf.ones([3, 3, 3, 4]), 1, 'same').dispose(); },
  moments: (tf, held) => { tf.moments(held.a); },
  'real and imag': (tf, held) => { tf.dispose([tf.real(held.complex), tf.imag(held.complex)]); },
  'alias of a complex': (tf, held) => { held.complex.reshape([2, 1]).dispose(); },
  'dispose of a complex': (tf, held) => { held.complex.dispose(); },
  'read in vain': async (tf, held) => { held.a.dataSync(); await held.a.data(); },
};

const scoping = {
  tidy: (tf, held) => { tf.tidy(() => { held.a.square(); held.b.square(); }); },
  'tidy that returns': (tf, held) => { held.returned = tf.tidy(() => held.a.square().add(1)); },
  'tidy that returns some in an object': (tf, held) => {
    held.some = tf.tidy('some', () => ({ list: [held.a.square(), held.b.square()], other: held.a.abs() }));
  },
  'dispose of an object': (tf, held) => { tf.dispose(held.some); },
  'tidy in tidy': (tf, held) => {
    tf.tidy(() => { const inner = tf.tidy(() => held.a.square().abs()); inner.add(1); });
  },
  'keep in tidy': (tf, held) => { tf.tidy(() => { held.kept = tf.keep(held.a.square()); held.a.abs(); }); },
  'dispose of a kept one': (tf, held) => { held.kept.dispose(); },
  'tidy that throws': (tf, held) => {
    try { tf.tidy(() => { held.a.square(); throw new Error('expected'); }); } catch { /* expected */ }
  },
  'dispose in tidy': (tf, held) => { tf.tidy(() => { held.a.square().dispose(); }); },
  'tidy of an async function': async (tf, held) => {
    const error = console.error;
    console.error = () => {};
    await tf.tidy(async () => { held.a.square(); await null; held.b.square(); });
    console.error = error;
  },
  'scope by hand': (tf, held) => {
    tf.engine().startScope();
    held.a.square();
    tf.engine().endScope();
  },
  'an operation that throws': (tf, held) => {
    try { tf.matMul(held.a, tf.ones([5, 5])); } catch { /* expected */ }
  },
};

const variables = {
  variable: (tf, held) => { held.variable = tf.variable(held.a); },
  'variable of its own': (tf, held, size) => { held.own = tf.variable(tf.ones([size])); },
  'variable with a name': (tf, held, size) => { held.named = tf.variable(tf.zeros([2]), true, `weight-${size}`); },
  assign: (tf, held) => { const next = held.b.mul(2); held.variable.assign(next); next.dispose(); },
  'assign that keeps the value': (tf, held, size) => { held.value = tf.ones([size]); held.own.assign(held.value); },
  'assign in tidy': (tf, held) => { tf.tidy(() => held.variable.assign(held.variable.add(1))); },
  'assign of itself': (tf, held) => { tf.tidy(() => held.named.assign(held.named.clone())); },
  'assign that throws': (tf, held) => { try { held.named.assign(held.a); } catch { /* expected */ } },
  'two of a name': (tf, held, size) => {
    try { tf.variable(held.b, true, `weight-${size}`); } catch { /* expected */ }
  },
  'dispose of variables': (tf, held) => { tf.dispose([held.variable, held.own, held.named, held.value]); },
};

const gradients = {
  grad: (tf, held) => { tf.grad((x) => x.square().sum())(held.a).dispose(); },
  grads: (tf, held) => { tf.dispose(tf.grads((x, y) => x.mul(y).sum())([held.a, held.b])); },
  valueAndGrad: (tf, held) => { tf.dispose(tf.valueAndGrad((x) => x.exp().sum())(held.a)); },
  'gradient that is dropped': (tf, held) => { tf.grad((x) => x.square().sum())(held.a); },
  'gradient of a gradient': (tf) => {
    tf.tidy(() => { tf.grad(tf.grad((x) => x.mul(x).mul(x)))(tf.scalar(2)); });
  },
  customGrad: (tf, held) => {
    const custom = tf.customGrad((x, save) => {
      if (save) save([x]);
      return { value: x.square(), gradFunc: (dy) => dy.mul(2) };
    });
    tf.tidy(() => { tf.grad((x) => custom(x).sum())(held.a); });
  },
  variableGrads: (tf) => {
    const weight = tf.variable(tf.scalar(2));
    tf.dispose(tf.variableGrads(() => weight.square()));
    weight.dispose();
  },
  minimize: (tf) => {
    const weight = tf.variable(tf.scalar(2));
    const optimizer = tf.train.sgd(0.1);
    const cost = optimizer.minimize(() => weight.square(), true);
    cost.dispose();
    weight.dispose();
  },
};

const models = {
  model: (tf, held) => {
    held.model = tf.sequential();
    held.model.add(tf.layers.dense({ units: 3, inputShape: [2], activation: 'relu' }));
    held.model.add(tf.layers.dense({ units: 1 }));
  },
  predict: (tf, held) => { held.model.predict(held.a).dispose(); },
  'predict in batches': (tf, held) => { held.model.predict(tf.ones([7, 2]), { batchSize: 2 }).dispose(); },
  compile: (tf, held) => { held.model.compile({ loss: 'meanSquaredError', optimizer: 'adam' }); },
  fit: async (tf, held) => { await held.model.fit(tf.ones([6, 2]), tf.ones([6, 1]), { epochs: 2, batchSize: 2, verbose: 0 }); },
  'fit again': async (tf, held) => { await held.model.fit(held.b, tf.ones([held.b.shape[0], 1]), { epochs: 1, verbose: 0 }); },
  evaluate: (tf, held) => { tf.dispose(held.model.evaluate(tf.ones([4, 2]), tf.ones([4, 1]), { verbose: 0 })); },
  weights: (tf, held) => { held.model.setWeights(held.model.getWeights().map((weight) => weight.clone())); },
  save: async (tf, held) => {
    await held.model.save({ save: async (artifacts) => { held.artifacts = artifacts; return { modelArtifactsInfo: {} }; } });
  },
  load: async (tf, held) => {
    const load = tf.loadLayersModel || tf.loadModel;
    const { modelTopology, weightSpecs, weightData } = held.artifacts;
    held.loaded = await load({ load: async () => ({ modelTopology, weightSpecs, weightData }) });
  },
  'predict of the loaded': (tf, held) => { held.loaded.predict(held.b).dispose(); },
  convolution: (tf, held) => {
    held.deep = tf.sequential();
    held.deep.add(tf.layers.conv2d({ filters: 2, kernelSize: 3, inputShape: [8, 8, 1] }));
    held.deep.add(tf.layers.batchNormalization());
    held.deep.add(tf.layers.flatten());
    held.deep.add(tf.layers.dropout({ rate: 0.5 }));
    held.deep.add(tf.layers.dense({ units: 2, activation: 'softmax' }));
    held.deep.compile({ loss: 'categoricalCrossentropy', optimizer: 'sgd', metrics: ['accuracy'] });
  },
  'fit of the convolution': async (tf, held) => {
    await held.deep.fit(tf.ones([4, 8, 8, 1]), tf.ones([4, 2]), { epochs: 1, batchSize: 2, verbose: 0 });
  },
  'dispose of models': (tf, held) => {
    for (const model of [held.model, held.loaded, held.deep]) if (model.dispose) model.dispose();
  },
};

const moving = {
  'another backend': async (tf, held) => (await held.switchBackend(tf, 1) ? undefined : ABSENT),
  'data that move': (tf, held) => { tf.add(held.a, held.b).dispose(); },
  'alias that moves': (tf, held) => { held.a.reshape([-1]).square().dispose(); },
  'back again': async (tf, held) => { await held.switchBackend(tf, 0); },
  'data that move back': (tf, held) => { held.a.square().dispose(); held.b.dataSync(); },
  'dispose of what is held': (tf, held) => {
    for (const name of ['a', 'b', 'integers', 'booleans', 'scalar', 'random', 'sum', 'returned']) held[name].dispose();
  },
};

const GROUPS = { making, aliasing, computing, scoping, variables, gradients, models, moving };

/** @returns {Array<{name: string, run: Function}>} */
function allSteps() {
  return Object.entries(GROUPS).flatMap(([group, steps]) =>
    Object.entries(steps).map(([name, run]) => ({ name: `${group}: ${name}`, run })));
}

module.exports = { allSteps, ABSENT };
