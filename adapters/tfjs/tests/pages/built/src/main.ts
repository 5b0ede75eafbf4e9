import type * as TensorFlow from '@tensorflow/tfjs';
import { History } from './history';

declare const tf: typeof TensorFlow;

async function start(): Promise<void> {
  await tf.setBackend('cpu');
  const weights = tf.ones([4, 4]) as TensorFlow.Tensor2D;
  const history = new History();
  const draw = (): void => {
    const image = tf.ones([2, 4]) as TensorFlow.Tensor2D;
    history.remember(image, weights);
    image.dispose();
    requestAnimationFrame(draw);
  };
  draw();
}

void start();
