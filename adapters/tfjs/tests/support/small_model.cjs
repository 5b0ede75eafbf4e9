'use strict';

// node small_model.cjs FOLDER: writes model.json, weights.bin and metadata.json as Teachable Machine
// does, for an image classifier of two classes that is a few kilobytes.

const fs = require('node:fs');
const path = require('node:path');
const tf = require('../packages/tfjs-4.22/node_modules/@tensorflow/tfjs');

const folder = process.argv[2];
const put = (name, content) => fs.writeFileSync(path.join(folder, name), content);

async function save({ modelTopology, weightSpecs, weightData }) {
  put('weights.bin', Buffer.from(weightData));
  put('model.json', JSON.stringify({
    modelTopology, format: 'layers-model', weightsManifest: [{ paths: ['weights.bin'], weights: weightSpecs }],
  }));
  put('metadata.json', JSON.stringify({ labels: ['cat', 'dog'], imageSize: 224 }));
  return { modelArtifactsInfo: {} };
}

const model = tf.sequential();
model.add(tf.layers.averagePooling2d({ poolSize: 56, inputShape: [224, 224, 3] }));
model.add(tf.layers.flatten());
model.add(tf.layers.dense({ units: 2, activation: 'softmax' }));
model.save({ save });
