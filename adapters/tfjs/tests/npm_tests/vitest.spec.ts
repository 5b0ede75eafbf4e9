import { test } from 'vitest';
import * as tf from '@tensorflow/tfjs';
import { expectNoLeakedTensors } from 'tensorleak';

// What a compiler takes out, so that lines are others in what runs.
interface Shape {
  rows: number;
  columns: number;
}

type Maker = (shape: Shape) => tf.Tensor;

const make: Maker = ({ rows, columns }: Shape) => tf.ones([rows, columns]);
const pause = () => new Promise((resolve) => { setTimeout(resolve, 3); });
let weights: tf.Tensor | undefined;

test('forgets', () => expectNoLeakedTensors(() => { make({ rows: 2, columns: 3 }); }));
test('forgets later', () => expectNoLeakedTensors(async () => { await pause(); make({ rows: 2, columns: 3 }); }));
test('disposes', () => expectNoLeakedTensors(async () => { await pause(); make({ rows: 2, columns: 3 }).dispose(); }));
test('fills a cache', () => expectNoLeakedTensors(() => {
  weights ??= make({ rows: 2, columns: 3 });
  weights.square().dispose();
}));
