import { test as base } from '@playwright/test';

/** Playwright's `test` that closes its browser contexts: open live pages would slow down the tests after it. */
export const test = base.extend<{ closedContexts: undefined }>({
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
