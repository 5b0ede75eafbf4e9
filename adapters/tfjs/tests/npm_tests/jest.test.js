const { expectNoLeakedTensors } = require('tensorleak');


jest.mock('./not-there', () => ({}), { virtual: true });

const pause = () => new Promise((resolve) => { setTimeout(resolve, 3); });
const code = () => require('./forgets.cjs');

test('forgets', () => expectNoLeakedTensors(() => code().forgets()));
test('forgets later', () => expectNoLeakedTensors(async () => { await pause(); code().forgets(); }));
test('disposes', () => expectNoLeakedTensors(async () => { await pause(); code().disposes(); }));
test('fills a cache', () => expectNoLeakedTensors(() => code().fillsCache()));
test('with a clock of its own', () => {
  jest.useFakeTimers();
  return expectNoLeakedTensors(() => code().disposes());
});
