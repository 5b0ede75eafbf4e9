import type * as tfjs from '@tensorflow/tfjs';

/** Remembers each score, and so never disposes one. */
export class History {
  private readonly scores: tfjs.Tensor[] = [];

  constructor(private readonly tf: typeof tfjs) {}

  remember(value: number): number {
    const score = makeScore(this.tf, value);
    return this.scores.push(score);
  }
}

export function makeScore(tf: typeof tfjs, value: number): tfjs.Tensor {
  return tf.tidy(() => {
    const scaled = tf.scalar(value).mul(2);
    return tf.add(scaled, 1);
  });
}
