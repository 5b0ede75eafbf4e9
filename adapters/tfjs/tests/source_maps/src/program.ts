import * as tf from '@tensorflow/tfjs';
import { History } from './history';

interface Tensorleak { frame(): void }
declare global { var tensorleak: Tensorleak | undefined }

const history = new History(tf);
for (let turn = 0; turn < 12; turn++) {
  globalThis.tensorleak?.frame();
  history.remember(turn);
}
globalThis.tensorleak?.frame();
