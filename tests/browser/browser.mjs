// A page in Debian's Chromium, and everything it must not do, written down while it is open.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';

const path = process.env.CHROMIUM || execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();

// Root cannot have the sandbox; the pages are files that the test itself wrote.
export const launch = () => chromium.launch({ executablePath: path, args: ['--no-sandbox'] });

export const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 390, height: 844 },
};

// Opens a file; `offences` are requests beyond it, errors, console messages and dialogs.
export const open = async (browser, file, options = {}) => {
  const page = await browser.newPage(options);
  const url = `file://${file}`;
  const offences = [];
  page.on('request', (request) => {
    if (request.url() !== url) offences.push(`requested ${request.url()}`);
  });
  page.on('pageerror', (error) => offences.push(`error ${error.message}`));
  page.on('console', (message) => offences.push(`${message.type()} ${message.text()}`));
  page.on('dialog', (dialog) => {
    offences.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(url);
  return { page, offences };
};

// Whether all of an element can be seen without scrolling.
export const inView = async (page, selector) => {
  const box = await page.locator(selector).boundingBox();
  const size = page.viewportSize();
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
};
