import type * as TensorFlow from '@tensorflow/tfjs';

declare const tf: typeof TensorFlow;

/** The scores of the last frames, to draw a line of them. */
export class History {
  private readonly scores: TensorFlow.Tensor[] = [];

  remember(image: TensorFlow.Tensor2D, weights: TensorFlow.Tensor2D): void {
    const score = tf.tidy(() => {
      const product = image.matMul(weights);
      return product.mean();
    });
    this.scores.push(score);
  }
}
