import { expect, type Page, type Route } from '@playwright/test';
import { Person } from './people.js';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReachable,
  open,
  setScreen,
  THOROUGH,
} from './screen-checks.js';
import { arrive, type Who } from './screens.js';
import { test } from './test.js';

/** Pages that show what the server knows. */
const FED: Partial<Record<Who, string[]>> = {
  visitor: [
    '/products?category=roots',
    '/products/000000000000000000000001',
    '/farmers',
    '/farmers/some-farm',
  ],
  customer: [
    '/cart',
    '/checkout',
    '/dashboard/customer/orders',
    '/dashboard/customer/products',
    '/dashboard/customer/profile',
    '/inbox',
    '/orders/000000000000000000000001',
  ],
  farmer: [
    '/dashboard/farmer/products',
    '/dashboard/farmer/orders',
    '/dashboard/farmer/pick-list',
    '/dashboard/farmer/packing-slip/000000000000000000000001',
    '/dashboard/farmer/numbers',
    '/dashboard/farmer/reviews',
    '/dashboard/farmer/profile',
  ],
  admin: [
    '/dashboard/admin/analytics',
    '/dashboard/admin/users',
    '/dashboard/admin/orders',
    '/dashboard/admin/products',
    '/dashboard/admin/farms',
    '/dashboard/admin/reviews',
    '/dashboard/admin/messages',
    '/dashboard/admin/audit',
    '/dashboard/admin/jobs',
    '/dashboard/admin/stock-check',
  ],
};
/** What the frame around every page asks for. */
const FRAME = /\/(users\/me|auth\/me|settings\/public|realtime\/ticket|demo\/sign-in)$/;
const API = '**/api/v1/**';
const problem = {
  ...{ type: 'about:blank', title: 'Internal error', status: 500, detail: 'Something broke' },
  ...{ message: 'The barn door is stuck', code: 'INTERNAL', requestId: 'req-e2e-1' },
};

/** Answers what is asked of the API, beside what the frame needs, until it is called off. */
async function meddle(page: Page, answer: (route: Route) => Promise<void> | void) {
  await page.route(API, (route) =>
    FRAME.test(new URL(route.request().url()).pathname) ? route.continue() : answer(route),
  );
}

async function inBothSizes(page: Page, where: string, byAllRules = true): Promise<void> {
  if (byAllRules) await expectAccessible(page, where);
  await setScreen(page, 320, 'dark');
  await expectNoSidewaysScroll(page, `${where} at 320 px`);
  if (THOROUGH) await expectAccessible(page, `${where} at 320 px, dark`, true);
  await setScreen(page, 1280, 'light');
}

for (const [who, paths] of Object.entries(FED) as [Who, string[]][]) {
  test(`${who}: pages that wait say so, pages that failed say why and try again`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const { page } = await arrive(browser, who);
    await setScreen(page, 1280, 'light');
    for (const [at, path] of paths.entries()) {
      // what waits and what failed is drawn by the same few pieces everywhere
      const byAllRules = THOROUGH || at % 3 === 0;
      await meddle(page, () => undefined);
      await page.goto(path);
      await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible();
      await expect.soft(page.locator('h1'), `${path} waiting: one h1`).toHaveCount(1);
      await inBothSizes(page, `${path} waiting`, byAllRules);

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await meddle(page, (route) =>
        route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem }),
      );
      await page.goto(path);
      const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
      await expect(retry.first()).toBeVisible();
      await expect(page.getByText(/Request id: req-e2e-1/).first()).toBeVisible();
      await expect.soft(page.locator('h1'), `${path} failed: one h1`).toHaveCount(1);
      await inBothSizes(page, `${path} failed`, byAllRules);
      const failed = await retry.count();

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await retry.first().click();
      await expect(retry).not.toHaveCount(failed);
    }
  });
}

test('without a connection pages stay readable, and say why nothing can be done', async ({
  browser,
}) => {
  for (const [who, path] of [
    ['customer', '/dashboard/customer/orders'],
    ['farmer', '/dashboard/farmer/orders'],
    ['admin', '/dashboard/admin/users'],
  ] as const) {
    const { page } = await arrive(browser, who);
    await setScreen(page, 1280, 'light');
    await open(page, path);
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.', { exact: false }).first()).toBeVisible();
    await inBothSizes(page, `${path} offline`);
    await expectReachable(page, `${path} offline`);
    await page.context().setOffline(false);
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    await page.context().close();
  }
});

test('what had not come when the connection went comes with it, and the page stays meanwhile', async ({
  browser,
}) => {
  const person = await Person.arrive(browser);
  const { page } = person;
  let cut = () => {};
  const isCut = new Promise<void>((resolve) => (cut = resolve));
  await page.route('**/assets/realtime-client-*', async (route) => {
    await isCut;
    await route.abort();
  });
  await open(page, '/products');
  await page.context().setOffline(true);
  cut();
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByText('You are offline.', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await page.context().setOffline(false);
  await expect(page).toHaveTitle(/^About/);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  expect(person.loads).toBe(1);
});

test('a page from before an upgrade is loaded again when a file of it is gone, and once only', async ({
  browser,
}) => {
  const person = await Person.arrive(browser);
  const { page } = person;
  await page.route('**/assets/about-*.js', (route) => route.fulfill({ status: 404 }));
  await open(page, '/products');
  await page.getByRole('link', { name: 'About' }).first().click();
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  expect(person.loads).toBe(2);

  await page.unrouteAll({ behavior: 'wait' });
  await retry.click();
  await expect(page).toHaveTitle(/^About/);
});
