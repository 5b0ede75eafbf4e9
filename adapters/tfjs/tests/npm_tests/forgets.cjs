'use strict';

const tf = require('@tensorflow/tfjs');

exports.forgets = function forgets() {
  tf.ones([2, 3]);
};

exports.disposes = function disposes() {
  tf.ones([2, 3]).dispose();
};

let weights;
exports.fillsCache = function fillsCache() {
  weights ??= tf.ones([4, 4]);
  weights.square().dispose();
};
