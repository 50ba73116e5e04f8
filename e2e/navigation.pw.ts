import { expect, type Page } from '@playwright/test';
import { open } from './screen-checks.js';
import { openAs } from './screens.js';
import { test } from './test.js';

/** Clicks a link and expects a new title, the focus on the heading, and the page at its top. */
async function clickAndExpectNavigation(page: Page, region: string, name: string): Promise<void> {
  const before = await page.title();
  // at once: what a wheel starts may still be scrolling after the click
  await page.evaluate("window.scrollTo({ top: 600, behavior: 'instant' })");
  await page
    .getByRole(region === 'contentinfo' ? region : 'navigation', {
      ...(region !== 'contentinfo' && { name: region, exact: true }),
    })
    // the farmer's orders have the number of new ones behind them
    .getByRole('link', { name: new RegExp(`^${name}( ?, new: ?\\d+)?$`) })
    .click();
  await expect(page.locator('main h1'), `heading after ${name}`).toBeFocused();
  await expect(page, `title after ${name}`).not.toHaveTitle(before);
  await expect
    .poll(() => page.evaluate<number>('window.scrollY'), `scroll position after ${name}`)
    .toBe(0);
}

test('every link of the navigation updates title, focus and scroll position', async ({ page }) => {
  await open(page, '/');
  for (const name of ['Products', 'Farms', 'About', 'Contact'])
    await clickAndExpectNavigation(page, 'Main', name);
  for (const name of [
    'FAQ',
    'Shipping Information',
    'Returns Policy',
    'Privacy Policy',
    'For Farmers',
  ]) {
    await clickAndExpectNavigation(page, 'contentinfo', name);
  }
});

const DASHBOARDS = {
  customer: ['Your dashboard', 'Shop', 'Profile', 'Orders'],
  farmer: ['Your farm', 'Orders', 'Pick list', 'Numbers', 'Reviews', 'Profile', 'My Products'],
  admin: [
    'Admin panel',
    'Users',
    'Orders',
    'Products',
    'Farms',
    'Reviews',
    'Messages',
    'Audit log',
    'Jobs',
    'Stock check',
    'Analytics',
  ],
} as const;

for (const [who, [panel, ...sections]] of Object.entries(DASHBOARDS)) {
  test(`${who}: every dashboard link updates title and focus, and Back returns through them`, async ({
    browser,
  }) => {
    const { page } = await openAs(browser, who as keyof typeof DASHBOARDS);
    await open(page, `/dashboard/${who}`);
    for (const section of sections) await clickAndExpectNavigation(page, panel, section);
    for (const section of sections.toReversed().slice(1)) {
      await page.goBack();
      await expect(page.locator('main h1')).toHaveText(section);
      await expect(page.locator('main h1')).toBeFocused();
    }
    await page.goForward();
    await expect(page.locator('main h1')).toHaveText(sections[1] ?? '');
  });
}

test('Back restores the list and its scroll position; Forward opens the product again', async ({
  page,
}) => {
  await open(page, '/products');
  await page
    .getByRole('button', { name: 'Load more' })
    .or(page.getByRole('link', { name: 'Load more' }))
    .click();
  const cards = page.getByRole('article');
  // all cards that were added: a slow device draws a few at a time
  await expect(cards).toHaveCount(48);
  const last = cards.last();
  await last.scrollIntoViewIfNeeded();
  const scrollTop = await page.evaluate<number>('window.scrollY');
  expect(scrollTop).toBeGreaterThan(500);
  const link = last.getByRole('link').first();
  // not `innerText`, which is empty until a card that came into view is drawn
  const product = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(/\/products\/[0-9a-f]{24}$/);
  await expect(page.locator('main h1')).toHaveText(product);
  await page.goBack();
  await expect.poll(() => page.evaluate<number>('window.scrollY')).toBe(scrollTop);
  await page.goForward();
  await expect(page.locator('main h1')).toHaveText(product);
});

test('filters are search parameters: a link sets them and a reload keeps them', async ({
  browser,
}) => {
  const { page } = await openAs(browser, 'admin');
  await open(page, '/dashboard/admin/orders?status=Delivered&fulfilment=pickup');
  const state = page.getByRole('combobox', { name: 'State' });
  await expect(state).toHaveValue('Delivered');
  await state.selectOption('Cancelled');
  await expect(page).toHaveURL(/status=Cancelled&fulfilment=pickup/);
  await page.reload();
  await expect(state).toHaveValue('Cancelled');
});

test.describe('the status of the document', () => {
  for (const path of [
    '/nowhere',
    '/products/a/b',
    '/dashboard/nobody',
    '/dashboard/admin/nothing',
    '/wp-login.php',
  ]) {
    test(`is 404 for ${path}`, async ({ request }) => {
      expect((await request.get(path)).status()).toBe(404);
    });
  }
});

test('the first Tab shows the skip link', async ({ page }) => {
  await open(page, '/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
