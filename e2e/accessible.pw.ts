import { expect } from '@playwright/test';
import { Person } from './people.js';
import { open, openOnEveryScreen, THOROUGH } from './screen-checks.js';
import { openAs, placeFarmOrder, SCREENS, type Who } from './screens.js';
import { test } from './test.js';

/** Paths with the 404 page and status. */
const UNKNOWN_PATHS = [
  '/nowhere',
  '/dashboard/admin/nothing',
  '/products/000000000000000000000000',
  '/farmers/nobody',
];

/** Paths with ids, taken from links on other pages. */
async function linkedPaths({ page }: Person, who: Who): Promise<string[]> {
  const linkOn = async (path: string, start: string) => {
    await open(page, path);
    return (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? '';
  };
  if (who === 'visitor') {
    return [await linkOn('/products', '/products/'), await linkOn('/farmers', '/farmers/')];
  }
  if (who === 'customer') {
    const past = await linkOn('/dashboard/customer/orders?show=past', '/orders/');
    return [
      await linkOn('/dashboard/customer/orders', '/orders/'),
      past,
      `${past}/receipt`,
      await linkOn('/products', '/products/'),
    ];
  }
  if (who === 'farmer') {
    const table = '/dashboard/farmer/orders?view=table';
    const products = '/dashboard/farmer/products';
    const product = await linkOn(products, `${products}/`);
    return [
      product,
      `${product}/stock`,
      await linkOn(table, '/orders/'),
      await linkOn(table, '/dashboard/farmer/packing-slip/'),
    ];
  }
  return who === 'admin' ? [await linkOn('/dashboard/admin/orders', '/orders/')] : [];
}

for (const who of Object.keys(SCREENS) as Who[]) {
  test(`${who}: every page is accessible, fits every screen, and is operable by keyboard`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(THOROUGH ? 1_800_000 : 600_000);
    const person = await openAs(browser, who);
    const { page } = person;
    if (who === 'customer') {
      await person.fillCart();
      await person.checkOut();
      await person.fillCart();
    }
    if (who === 'farmer') await placeFarmOrder(request);
    const titles = new Map<string, string>();
    for (const [index, path] of [...SCREENS[who], ...(await linkedPaths(person, who))].entries()) {
      const status = await openOnEveryScreen(page, path, index);
      expect.soft(status, `${path}: status`).toBe(UNKNOWN_PATHS.includes(path) ? 404 : 200);
      await expect.soft(page.locator('h1'), `${path}: one h1`).toHaveCount(1);
      await expect(page).toHaveTitle(/.+ – Farmgate$/);
      // titles are compared without search parameters and ids; `/` redirects members to a dashboard
      if (path !== '/' || who === 'visitor')
        titles.set(path.replace(/\?.*|[0-9a-f]{24}/g, ''), await page.title());
    }
    const pageTitles = [...titles.values()].filter((title) => !title.startsWith('Oops!'));
    expect(new Set(pageTitles).size, pageTitles.join('\n')).toBe(pageTitles.length);
  });
}
