import { expect, type Page } from '@playwright/test';
import { dashboardPaths } from '../libs/contracts/src/pages.js';
import { Person } from './people.js';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  expectReachable,
  NARROW,
  open,
  type Scheme,
  setScreen,
  THOROUGH,
  WIDE,
} from './screen-checks.js';
import { openAs, type Who } from './screens.js';
import { test } from './test.js';
import { chunkOf } from './traffic.js';

/** Pages with data of the server. Their loading and failed states share a few components, so the short form opens every other page. */
const DATA_PAGES: Partial<Record<Who, string[]>> = {
  visitor: [
    '/products?category=roots',
    '/products/000000000000000000000001',
    '/farmers',
    '/farmers/some-farm',
  ],
  customer: [
    ...dashboardPaths('customer'),
    '/cart',
    '/checkout',
    '/inbox',
    '/orders/000000000000000000000001',
    '/orders/000000000000000000000001/receipt',
  ],
  farmer: [
    ...dashboardPaths('farmer'),
    '/dashboard/farmer/packing-slip/000000000000000000000001',
    '/dashboard/farmer/run-sheet?day=none',
    '/dashboard/farmer/packing-slips?day=none',
    '/dashboard/farmer/labels?day=none',
  ],
  // an admin's profile shows the session, and nothing that is fetched for it
  admin: dashboardPaths('admin').filter((path) => !path.endsWith('/profile')),
};
/** Requests of the shell around every page. */
const SHELL_REQUEST = /\/(users\/me|auth\/me|settings\/public|realtime\/ticket|demo\/sign-in)$/;
const API = '**/api/v1/**';
const problem = {
  type: 'about:blank',
  title: 'Internal error',
  status: 500,
  detail: 'Something broke',
  message: 'The barn door is stuck',
  code: 'INTERNAL',
  requestId: 'req-e2e-1',
};

/** Holds the API requests of a page except the shell's; `fail` lets those and later ones fail, until `unrouteAll`. */
async function holdApi(page: Page): Promise<{ fail: () => void }> {
  let fail = () => {};
  const mayFail = new Promise<void>((resolve) => (fail = resolve));
  await page.route(API, async (route) => {
    if (SHELL_REQUEST.test(new URL(route.request().url()).pathname)) return route.continue();
    await mayFail;
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  });
  return { fail };
}

/** Fits a small phone and is accessible there; in the long form on a wide screen too. */
async function expectStatePasses(page: Page, where: string, scheme: Scheme, byAllRules = true) {
  await expectNoHorizontalOverflow(page, `${where} at 320 px`);
  if (byAllRules) await expectAccessible(page, `${where} at 320 px, ${scheme}`);
  if (!THOROUGH) return;
  await setScreen(page, WIDE, 'light');
  await expectAccessible(page, where);
  await setScreen(page, NARROW, scheme);
}

for (const [who, paths] of Object.entries(DATA_PAGES) as [Who, string[]][]) {
  test(`${who}: loading pages show a skeleton, failed pages show the error and retry`, async ({
    browser,
  }) => {
    const { page } = await openAs(browser, who);
    for (const [at, path] of paths.entries()) {
      if (!THOROUGH && at % 2 === 1) continue;
      const byAllRules = THOROUGH || at % 4 === 0;
      const scheme = at % 4 ? 'dark' : 'light';
      await setScreen(page, NARROW, scheme);
      const { fail } = await holdApi(page);
      await page.goto(path);
      await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible();
      await expect.soft(page.locator('h1'), `${path} loading: one h1`).toHaveCount(1);
      await expectStatePasses(page, `${path} loading`, scheme, byAllRules);

      fail();
      const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
      await expect(retry.first()).toBeVisible();
      await expect(page.getByText(/Request id: req-e2e-1/).first()).toBeVisible();
      await expect.soft(page.locator('h1'), `${path} failed: one h1`).toHaveCount(1);
      await expectStatePasses(page, `${path} failed`, scheme, byAllRules);
      const failed = await retry.count();

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await retry.first().click();
      await expect(retry).not.toHaveCount(failed);
    }
  });
}

test('offline pages stay readable, and show why actions are disabled', async ({ browser }) => {
  for (const [who, path] of [
    ['customer', '/dashboard/customer/orders'],
    // not the board: which of its buttons the bar covers by half depends on the orders of other tests
    ['farmer', '/dashboard/farmer/products'],
    ['admin', '/dashboard/admin/users'],
  ] as const) {
    const { page } = await openAs(browser, who);
    await setScreen(page, NARROW, 'dark');
    await open(page, path);
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.', { exact: false }).first()).toBeVisible();
    await expectStatePasses(page, `${path} offline`, 'dark');
    await expectReachable(page, `${path} offline`);
    await page.context().setOffline(false);
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    await page.context().close();
  }
});

test('a chunk that is missing offline is loaded after reconnecting, without a page load', async ({
  browser,
}) => {
  const person = await Person.open(browser);
  const { page } = person;
  let abortClientChunk = () => {};
  const mayAbort = new Promise<void>((resolve) => (abortClientChunk = resolve));
  let aborted = 0;
  let reconnected = false;
  await page.route(chunkOf('src/app/live/visitor-live-client.ts'), async (route) => {
    await mayAbort;
    if (reconnected) return await route.continue();
    aborted += 1;
    await route.abort();
  });
  await open(page, '/products');
  await page.context().setOffline(true);
  abortClientChunk();
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByText('You are offline.', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await page.getByRole('link', { name: 'Products' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await page.getByRole('link', { name: 'About' }).first().click();

  expect(aborted).toBeGreaterThan(0);
  reconnected = true;
  await page.context().setOffline(false);
  await expect(page).toHaveTitle(/^About/);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  expect(person.traffic.loads).toBe(1);
});

/** Lets the server's start page name another entry script, as after an upgrade. */
const upgrade = (page: Page) =>
  page.route('**/index.html', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('/assets/', '/assets/new-');
    await route.fulfill({ response, body });
  });

test('a page of an older version is reloaded once when one of its chunks is gone', async ({
  browser,
}) => {
  const person = await Person.open(browser);
  const { page } = person;
  let attempts = 0;
  await page.route(chunkOf('src/app/routes/about.tsx'), (route) => {
    attempts += 1;
    return route.fulfill({ status: 404 });
  });
  await upgrade(page);
  await open(page, '/products');
  await page.getByRole('link', { name: 'About' }).first().click();
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  expect(person.traffic.loads).toBe(2);
  // one before the reload, three after it
  expect(attempts).toBe(4);

  await page.unrouteAll({ behavior: 'wait' });
  await retry.click();
  await expect(page).toHaveTitle(/^About/);
});

/** Words in the names of files that privacy lists block. */
const BLOCKED =
  /(?<![a-z\d])(analytics?|track(s|er|ers|ing)?|stats?|pixels?|beacons?|banners?|ads?|tags?|metrics?|telemetry)(?![a-z\d])[^/]*\.\w+$/i;

test('a blocked chunk is tried three times; then the page says what may block it, and Retry loads it', async ({
  browser,
}) => {
  const person = await Person.open(browser, 'admin');
  const { page } = person;
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  let attempts = 0;
  await page.route(chunkOf('src/app/routes/dashboard-admin.tsx'), (route) => {
    attempts += 1;
    return route.abort('blockedbyclient');
  });
  await page.goto('/dashboard/admin');
  const failed = page.getByRole('alert').filter({
    hasText: 'A part of the page could not be loaded',
  });
  await expect(failed).toContainText(
    'Your connection, or an extension that blocks scripts, may be the reason.',
  );
  expect(attempts).toBe(3);
  // the rest of the page stays
  await expect(page.getByRole('link', { name: 'Products' }).first()).toBeVisible();
  await expectAccessible(page, 'a page with a blocked chunk');

  await page.unrouteAll({ behavior: 'wait' });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics');
  await person.traffic.settle();
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => BLOCKED.test(file))).toEqual([]);
});
