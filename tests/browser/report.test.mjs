// The HTML report as a person meets it: opened from a disk, on a desk and on a phone.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inView, launch, open, SIZES } from './browser.mjs';
import { folder, HOSTILE, reportOf, reportOfFound, reportOfVideo, video, writeLeaks } from './reports.mjs';

const REPORTS = [
  ['ml5-1.4.0-image-classifier.jsonl.gz', 'LEAK'],
  ['hostile-names.jsonl', 'LEAK'],
  ['clean.jsonl', 'CLEAN'],
  ['no-tensor.jsonl', 'NO VERDICT'],
  ['textures-grow.jsonl', 'LEAK'],
  ['at-exit.jsonl', 'LEAK'],
];

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

const opened = async (file, act, options = { viewport: SIZES.wide }) => {
  const { page, offences } = await open(browser, file, options);
  await act(page);
  await page.close();
  assert.deepEqual(offences, []);
};
const shot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const ml5 = () => reportOf('ml5-1.4.0-image-classifier.jsonl.gz', 'ml5');

describe('what is seen first', () => {
  for (const [recording, verdict] of REPORTS) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ['light', 'dark']) {
        const name = `${recording.split('.jsonl')[0]}-${size}-${colorScheme}`;
        test(name, async () => {
          const file = reportOf(recording, recording.split('.jsonl')[0]);
          await opened(file, async (page) => {
            assert.equal(await page.locator('h1 .word').textContent(), verdict);
            assert.ok(await inView(page, 'h1'), 'the verdict is read without scrolling');
            assert.equal(await overflow(page), 0, 'the page does not scroll sideways');
            await shot(page, name);
          }, { viewport, colorScheme });
        });
      }
    }
  }

  const skip = existsSync(video) ? false : 'the video sample was not built';
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`video-${size}`, { skip }, async () => {
      await opened(reportOfVideo(), async (page) => {
        assert.equal(await page.locator('h1 .word').textContent(), 'LEAK');
        assert.ok(await inView(page, 'h1'), 'the verdict is read without scrolling');
        assert.match(await page.locator('.first').textContent(), /motion\.cpp:16/);
        assert.equal(await overflow(page), 0, 'the page does not scroll sideways');
        await shot(page, `video-${size}`);
      }, { viewport });
    });
  }

  test('the line to fix is among it', async () => {
    for (const viewport of Object.values(SIZES)) {
      await opened(ml5(), async (page) => {
        assert.ok(await inView(page, '.first'));
        assert.match(await page.locator('.first').textContent(), /classify-frames\.html:8:40/);
      }, { viewport });
    }
  });

  test('all but the chart is there without scripts', async () => {
    await opened(ml5(), async (page) => {
      assert.match(await page.locator('h1').textContent(), /^LEAK2 sites grow by 2 tensors/);
      assert.equal(await page.locator('#site-cards article').count(), 2);
      assert.match(await page.locator('#answer-text').textContent(), /SUMMARY: tensorleak/);
      assert.equal(await page.locator('.js-only:visible').count(), 0);
      await page.locator('#site-1 .stack summary').click();
      assert.ok(await page.locator('#site-1 .stack li').first().isVisible());
      await shot(page, 'ml5-without-scripts');
    }, { viewport: SIZES.wide, javaScriptEnabled: false });
  });
});

describe('hostile names', () => {
  const hostile = () => writeLeaks('hostile', HOSTILE.length, 8, (i) => HOSTILE[i]);

  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`are text: ${size}`, async () => {
      await opened(hostile(), async (page) => {
        assert.ok(await inView(page, 'h1'));
        await page.locator('#filter-text').fill('<img');
        for (const summary of await page.locator('summary').all()) await summary.click();
        await page.locator('#survivors-table').hover();
        assert.equal(await page.evaluate(() => window.__pwned), undefined);
        assert.equal(await page.locator('img, iframe, #injected, main script, [onclick], [onerror], [onmouseover]').count(), 0);
        assert.equal(await page.locator('script').count(), 2);
        assert.equal(await overflow(page), 0);
        assert.match(await page.locator('#answer-text').textContent(), /<img src=x onerror=/);
        await shot(page, `hostile-${size}`);
      }, { viewport });
    });
  }

  test('would not run even as markup', async () => {
    const { page, offences } = await open(browser, ml5());
    const refused = page.waitForEvent('requestfailed');
    await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.text = 'window.__pwned = 1';
        document.body.append(script);
      } catch {
        // Trusted types refuse it.
      }
      const image = document.createElement('img');
      image.src = 'https://example.invalid/a.png';
      document.body.append(image);
    });
    assert.equal(await page.evaluate(() => window.__pwned), undefined);
    assert.ok(offences.some((offence) => offence.includes('Content Security Policy')));
    assert.equal((await refused).failure().errorText, 'csp', 'it never left the browser');
    await page.close();
  });
});

describe('what can be done with it', () => {
  test('the theme changes and stays', async () => {
    await opened(ml5(), async (page) => {
      const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await back();
      await page.getByRole('button', { name: /dark theme/ }).click();
      const dark = await back();
      assert.notEqual(dark, light);
      await page.reload();
      assert.equal(await back(), dark);
    }, { viewport: SIZES.wide, colorScheme: 'light' });
  });

  test('survivors are sorted', async () => {
    await opened(ml5(), async (page) => {
      const alive = () => page.locator('#survivor-rows tr td:nth-child(4)').allTextContents();
      const heading = page.locator('#survivors').getByRole('columnheader', { name: 'Bytes' });
      await heading.getByRole('button').click();
      assert.equal(await heading.getAttribute('aria-sort'), 'descending');
      assert.deepEqual(await alive(), ['18,063,360', '3,088', '240', '40']);
      await heading.getByRole('button').click();
      assert.equal(await heading.getAttribute('aria-sort'), 'ascending');
      assert.deepEqual(await alive(), ['40', '240', '3,088', '18,063,360']);
    });
  });

  test('survivors are filtered', async () => {
    await opened(ml5(), async (page) => {
      const shown = () => page.locator('#survivor-rows tr:visible').count();
      await page.getByLabel('Label').selectOption('retained');
      assert.equal(await shown(), 2);
      assert.equal(await page.locator('#filter-count').textContent(), '2 of 4 groups');
      await page.getByLabel('Label').selectOption('all labels');
      await page.getByLabel('Contains').fill('RESHAPE');
      assert.equal(await shown(), 1);
    });
  });

  test('a survivor leads to its card, folded or not', async () => {
    await opened(ml5(), async (page) => {
      await page.locator('#survivor-rows a[href="#site-3"]').click();
      await page.locator('#site-3').waitFor({ state: 'visible' });
      assert.ok(await page.locator('.harmless').evaluate((details) => details.open));
    });
  });

  test('a stack is unfolded, with the frames of others faint', async () => {
    await opened(ml5(), async (page) => {
      const frames = page.locator('#site-1 .stack li');
      assert.ok(!(await frames.first().isVisible()));
      await page.locator('#site-1 .stack summary').click();
      assert.ok(await frames.first().isVisible());
      const color = (item) => item.evaluate((element) => getComputedStyle(element).color);
      assert.notEqual(await color(frames.first()), await color(page.locator('#site-1 .stack li:not(.theirs)').first()));
      await shot(page, 'ml5-stack');
    });
  });

  test('the chart tells the values at a mark, by pointer and by keys', async () => {
    await opened(ml5(), async (page) => {
      const at = page.locator('.at');
      const total = page.locator('.legend .all .amount');
      assert.equal(await at.textContent(), 'after 30 frames');
      assert.equal(await total.textContent(), '64');
      const plot = page.getByRole('slider');
      await plot.focus();
      await page.keyboard.press('Home');
      assert.equal(await at.textContent(), 'before the first frame');
      assert.equal(await total.textContent(), '4');
      await page.keyboard.press('ArrowRight');
      assert.equal(await plot.getAttribute('aria-valuetext'), 'after 1 frame: 6 tensors alive');
      await plot.hover();
      assert.match(await at.textContent(), /^after 1[3-6] frames$/);
      await page.locator('#chart').getByLabel('Memory').check({ force: true });
      await page.mouse.move(0, 0);
      assert.equal(await total.textContent(), '17.2 MiB');
      await shot(page, 'ml5-memory');
    });
  });

  test('the chart draws marked frames as ticks, and says no more of them', async () => {
    await opened(ml5(), async (page) => {
      assert.equal(await page.locator('.axis-title').textContent(), 'frames');
      assert.equal(await page.locator('.boundaries.marked line').count(), 31);
      assert.equal(await page.locator('.legend .boundary').count(), 0);
    });
  });

  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`the chart draws found frames apart from marked ones, and says where they are from: ${size}`, async () => {
      await opened(reportOfFound('found', 24), async (page) => {
        const basis = 'frames found at draw, sketch.js:4: 24, 96 % sure';
        assert.equal(await page.locator('.axis-title').textContent(), basis);
        const plot = page.getByRole('slider');
        const described = await plot.getAttribute('aria-describedby');
        assert.equal(await page.locator(`#${described}`).textContent(), basis);
        const lines = page.locator('.boundaries:not(.marked) line');
        const heights = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
        assert.equal(heights.length, size === 'wide' ? 25 : 13, 'as many as there is room for');
        assert.ok(heights.every((height) => height > 100), 'they go through all that is drawn');
        assert.match(await page.locator('.legend .boundary').textContent(),
          size === 'wide' ? /^a found frame begins$/ : /^a found frame begins; one line for every 2$/);
        assert.equal(await page.locator('.at').textContent(), 'after 24 found frames');
        await plot.focus();
        await page.keyboard.press('Home');
        assert.equal(await plot.getAttribute('aria-valuetext'), 'before the first found frame: 0 tensors alive');
        assert.equal(await overflow(page), 0, 'the page does not scroll sideways');
        await shot(page, `found-${size}`);
      }, { viewport });
    });
  }

  test('the text is copied as the terminal had it', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`file://${ml5()}`);
    await page.locator('#copy').click();
    await page.getByText('Copied').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^LEAK  2 sites grow by 2 tensors, .*\n1  LEAK, growing/);
    assert.match(text, /\nSUMMARY: tensorleak: 60 tensors, 18,063,600 B leaked at 2 sites\n$/);
    await context.close();
  });

  test('the text is selected where nothing may be copied', async () => {
    await opened(ml5(), async (page) => {
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await page.locator('#copy').click();
      assert.match(await page.locator('#copy').textContent(), /Ctrl\+C/);
      assert.match(await page.evaluate(() => getSelection().toString()), /^LEAK  2 sites/);
    });
  });

  test('of very many sites all are shown when asked for', async () => {
    const file = writeLeaks('many', 450, 6, (i) => `site${i}`);
    await opened(file, async (page) => {
      assert.equal(await page.locator('#site-cards article').count(), 200);
      await page.locator('#site-cards + .show-all').click();
      assert.equal(await page.locator('#site-cards article').count(), 450);
      assert.equal(await page.locator('#survivor-rows tr').count(), 200);
      await page.getByLabel('Contains').fill('site17.js');
      await page.getByLabel('Contains').fill('site449');
      assert.equal(await page.locator('#survivor-rows tr:visible').count(), 1);
    });
  });
});

test('the report holds no address but the name of SVG', () => {
  const addresses = readFileSync(ml5(), 'utf8').match(/https?:\/\/[^'"\s]*/g);
  assert.deepEqual(addresses, ['http://www.w3.org/2000/svg']);
});
