export interface Expectation {
  /** Runs before the one that is judged, to fill caches and to load weights. Default: 1. */
  warmUps?: number;
  /** What `fn` returns (a tensor, or lists and plain objects of them) is the caller's, and no leak. Default: false. */
  allowReturned?: boolean;
}

/**
 * Runs a function twice, and fails when the second run leaves tensors of TensorFlow.js behind that were not
 * there before it. Await it: one call at a time.
 *
 * Rejected with what `fn` throws, with a `LeakedTensorsError`, or with a `NothingObservedError`.
 */
export function expectNoLeakedTensors(fn: () => unknown, options?: Expectation): Promise<void>;

/** Tensors were left behind; the message says which, made where, and what to do. */
export class LeakedTensorsError extends Error {
  name: 'LeakedTensorsError';
}

/** No tensor was seen at all, so nothing is known. */
export class NothingObservedError extends Error {
  name: 'NothingObservedError';
}
