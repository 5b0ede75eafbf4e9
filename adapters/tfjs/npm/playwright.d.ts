import type {
  BrowserContext, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions, TestType,
} from '@playwright/test';
export { expect } from '@playwright/test';

export interface LeakOptions {
  /** Record nothing, judge nothing. Default: false. */
  off?: boolean;
  /** The `tensorleak` command. Default: the variable TENSORLEAK, else the one on the PATH. */
  command?: string;
  /** Fail, too, where fewer frames than these were seen in which tensors were made. Default: 0. */
  minFrames?: number;
  /**
   * What may leak: sites by their fingerprint or its first eight digits, and what lies below the tensors by its
   * name, such as `textures`. Default: none.
   */
  allow?: string[];
}

/** What the documents of the turns did. */
export interface LeakSummary {
  frames: number;
  /** Tensors that were made. */
  created: number;
  /** Tensors that are alive, and the bytes of their buffers. */
  alive: number;
  aliveBytes: number;
}

export interface Leak {
  /**
   * Does something several times, 7 for example. Each turn is a frame, and the test fails if the turns leak,
   * or if no page made a tensor. From then on these turns alone are judged, and not the frames of the display.
   * @returns what was seen; null where `leakOptions.off`
   */
  repeat(turns: number, act: (turn: number) => unknown): Promise<LeakSummary | null>;
  /** Records the pages of a context that the test made itself. Call it before the first page is opened. */
  watch(context: BrowserContext): Promise<void>;
}

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { leak: Leak; leakOptions: LeakOptions },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;
