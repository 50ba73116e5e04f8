import { test as base } from '@playwright/test';

/** `test` of Playwright, which ends with its browsers closed: live pages left open would burden the tests after it. */
export const test = base.extend<{ browsersEnd: undefined }>({
  browsersEnd: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
