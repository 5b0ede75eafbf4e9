const fs = require('node:fs');
const path = require('node:path');
const { test, expect } = require('tensorleak/playwright');

const open = async (page, name) => {
  await page.route('http://sketch.test/**', (route) => {
    const file = path.join(__dirname, 'site', new URL(route.request().url()).pathname);
    return fs.existsSync(file) ? route.fulfill({ path: file }) : route.abort();
  });
  await page.goto(`http://sketch.test/${name}`);
};
const aSecond = (page) => page.waitForTimeout(1000);

test.describe.configure({ mode: 'parallel' });
test('leaks', async ({ page }) => {
  await open(page, 'leaks.html');
  await aSecond(page);
});
test('leaks, is closed', async ({ page }) => {
  await open(page, 'leaks.html');
  await aSecond(page);
  await page.close();
});
test('leaks, is left', async ({ page }) => {
  await open(page, 'leaks.html');
  await aSecond(page);
  await page.goto('http://sketch.test/no-tensors.html');
});
test('leaks in a frame of another site', async ({ page }) => {
  await page.route('http://outer.test/', (route) => route.fulfill({
    contentType: 'text/html', body: '<iframe src="http://sketch.test/leaks.html"></iframe>' }));
  await open(page, 'no-tensors.html');
  await page.goto('http://outer.test/');
  await aSecond(page);
});
test('leaks in a context of its own', async ({ browser, leak }) => {
  const context = await browser.newContext();
  await leak.watch(context);
  const page = await context.newPage();
  await open(page, 'leaks.html');
  await aSecond(page);
  await context.close();
});
test('is clean', async ({ page }) => {
  await open(page, 'clean.html');
  await aSecond(page);
});
test('waits for a click', async ({ page }) => {
  await open(page, 'waits.html');
});
test('has no tensors', async ({ page }) => {
  await open(page, 'no-tensors.html');
});
test('has no page', () => {});
test('is recorded in part', async ({ page }) => {
  await open(page, 'clean.html');
  await page.evaluate(() => console.error('tensorleak: the tfjs agent stops recording: as a test has it'));
});
test('fails by itself', async ({ page }) => {
  await open(page, 'clean.html');
  expect(1).toBe(2);
});

test('turns that leak', async ({ page, leak }) => {
  await open(page, 'dialog.html');
  await leak.repeat(7, () => page.click('#forgets'));
});
test('turns that leak below the tensors', async ({ page, leak }) => {
  await open(page, 'dialog.html');
  const turns = leak.repeat(8, () => page.evaluate(() => {
    tf.engine().backend.write(new Float32Array(2), [2], 'float32');
    tf.ones([2]).dispose();
  }));
  await expect(turns).rejects.toThrow(/data ids/);
});
test('turns that do not', async ({ page, leak }) => {
  await open(page, 'dialog.html');
  const summary = await leak.repeat(7, () => page.click('#disposes'));
  expect(summary).toEqual({ frames: 7, created: 15, alive: 1, aliveBytes: 64 });
});
test('turns after a page has filled its cache, a tensor a frame', async ({ page, leak }) => {
  await open(page, 'dialog.html');
  await page.evaluate(async () => {
    globalThis.cache = [];
    for (let frame = 0; frame < 6; frame++) {
      await new Promise((resolve) => { requestAnimationFrame(resolve); });
      globalThis.cache.push(tf.ones([3]));
    }
  });
  await leak.repeat(5, () => page.click('#disposes'));
});
test('turns that tell nothing', async ({ page, leak }) => {
  await open(page, 'no-tensors.html');
  await expect(leak.repeat(2, () => {})).rejects.toThrow(/2 turns tell nothing/);
  await expect(leak.repeat(4, () => {})).rejects.toThrow(/^nothing observed: /);
  await open(page, 'dialog.html');
  await expect(leak.repeat(4, async () => {
    await page.click('#disposes');
    await page.reload();
  })).rejects.toThrow(/^no verdict: no document was there in all 4 turns/);
});

test.describe('switched off', () => {
  test.use({ leakOptions: { off: true } });
  test('leaks unseen', async ({ page, leak }) => {
    await open(page, 'leaks.html');
    await aSecond(page);
    expect(await leak.repeat(1, () => {})).toBe(null);
  });
});
test.describe('with a minimum of frames', () => {
  test.use({ leakOptions: { minFrames: 5 } });
  test('sees too few', async ({ page }) => {
    await open(page, 'waits.html');
  });
});
test.describe('with a leak that is known', () => {
  test.use({ leakOptions: { allow: [process.env.KNOWN_LEAK ?? '????????'] } });
  test('leaks as is known', async ({ page }) => {
    await open(page, 'leaks.html');
    await aSecond(page);
  });
});
test.describe('without the command', () => {
  test.use({ leakOptions: { command: 'tensorleak-that-is-not-there' } });
  test('cannot be judged', async ({ page }) => {
    await open(page, 'clean.html');
    await aSecond(page);
  });
  test('needs no judgement', async ({ page }) => {
    await open(page, 'no-tensors.html');
  });
});
