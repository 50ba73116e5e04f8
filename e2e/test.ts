import { test as base } from '@playwright/test';

/** Playwright's `test`; closes its browser contexts, because open live pages would slow down later tests. */
export const test = base.extend<{ closedContexts: undefined }>({
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
