import { test } from 'node:test';
import { expectNoLeakedTensors } from 'tensorleak';
import code from './forgets.cjs';

const pause = () => new Promise((resolve) => { setTimeout(resolve, 3); });

test('forgets', () => expectNoLeakedTensors(() => code.forgets()));
test('forgets later', () => expectNoLeakedTensors(async () => { await pause(); code.forgets(); }));
test('disposes', () => expectNoLeakedTensors(async () => { await pause(); code.disposes(); }));
test('fills a cache', () => expectNoLeakedTensors(() => code.fillsCache()));
