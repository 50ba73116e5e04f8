import { expect, type Page } from '@playwright/test';
import { dashboardPaths } from '../libs/contracts/src/pages.js';
import { longWords } from './long-words.js';
import { Person } from './people.js';
import { expectNoHorizontalOverflow, open, setScreen, THOROUGH } from './screen-checks.js';
import { test } from './test.js';

const WIDTHS = THOROUGH ? [320, 360, 390, 768, 1280] : [320, 768];

async function expectFits(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await setScreen(page, WIDTHS[0] ?? 320, 'light');
    expect.soft(await open(page, path), path).toBe(200);
    for (const width of WIDTHS) {
      await setScreen(page, width, 'light');
      await expectNoHorizontalOverflow(page, `${path} at ${width} px`);
    }
  }
}

test('one long word breaks wherever people’s words are shown', async ({ browser, request }) => {
  test.setTimeout(THOROUGH ? 1_800_000 : 600_000);
  const {
    farmer,
    customer,
    farmSlug,
    product,
    delivered,
    open: placed,
  } = await longWords(browser, request);
  const orders = [`/orders/${placed._id}`, `/orders/${delivered._id}`];

  await test.step('to a visitor', async () => {
    const { page } = await Person.open(browser);
    await expectFits(page, [
      '/products',
      '/products?sort=newest&category=roots',
      `/products/${product._id}`,
      '/farmers',
      `/farmers/${farmSlug}`,
      '/',
    ]);
    await open(page, `/products/${product._id}`);
    await page.getByRole('button', { name: /^Add/ }).first().click();
    await expectFits(page, ['/cart']);
  });

  await test.step('to a customer', () =>
    expectFits(customer.person.page, [
      '/cart',
      '/checkout',
      '/dashboard/customer/orders',
      '/dashboard/customer/orders?show=past',
      '/dashboard/customer/products',
      '/dashboard/customer/favourites',
      '/dashboard/customer/profile',
      '/inbox',
      ...orders,
    ]));

  await test.step('to a farmer', () =>
    expectFits(farmer.person.page, [
      ...dashboardPaths('farmer'),
      '/dashboard/farmer/orders?view=table',
      `/dashboard/farmer/products/${product._id}`,
      `/dashboard/farmer/products/${product._id}/stock`,
      '/dashboard/farmer/pick-list?by=order',
      `/dashboard/farmer/packing-slip/${placed._id}`,
      '/dashboard/farmer/packing-slips?day=none',
      '/dashboard/farmer/labels?day=none',
      '/dashboard/farmer/run-sheet?day=none',
      '/inbox',
      ...orders,
    ]));

  await test.step('to an admin', async () => {
    const { page } = await Person.open(browser, 'admin');
    await expectFits(page, [
      ...dashboardPaths('admin'),
      '/dashboard/admin/farms?status=approved',
      '/inbox',
      ...orders,
    ]);
  });

  await test.step('and in caught mails', async () => {
    const { page } = await Person.open(browser);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto('/dev/mail');
    const mails = await page
      .locator('a[href^="/dev/mail/"]')
      .evaluateAll((links) => links.slice(0, 12).map((link) => link.getAttribute('href') ?? ''));
    expect(mails.length).toBeGreaterThan(3);
    await expectNoHorizontalOverflow(page, '/dev/mail');
    for (const mail of mails) {
      await page.goto(mail);
      await expectNoHorizontalOverflow(page, mail);
      const source = await page.locator('iframe').getAttribute('srcdoc');
      await page.setContent(source ?? '');
      await expectNoHorizontalOverflow(page, `${mail}, the mail itself`);
    }
  });
});
