'use strict';

const { test: base, expect } = require('@playwright/test');
const { Leak } = require('./playwright/leak.cjs');

/** Playwright's test, which fails where a page leaks tensors; see playwright.d.ts. */
const test = base.extend({
  leakOptions: [{}, { option: true }],
  leak: [async ({ leakOptions }, use, testInfo) => {
    const leak = new Leak(leakOptions, testInfo);
    await use(leak);
    await leak.judgeRest();
  }, { auto: true }],
  // The context is gone before `leak` judges, so the recordings end with it.
  context: async ({ context, leak }, use) => {
    await leak.watch(context);
    await use(context);
    await leak.finish();
  },
});

module.exports = { test, expect };
