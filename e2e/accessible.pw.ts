import { expect } from '@playwright/test';
import { Person } from './people.js';
import { expectGoodScreen, open, setScreen } from './screen-checks.js';
import { arrive, orderAtTheFarm, SCREENS, type Who } from './screens.js';
import { test } from './test.js';

/** Addresses that nothing answers to; the page says so, and the document's status does. */
const UNKNOWN = ['/nowhere', '/dashboard/admin/nothing'];

/** Pages whose address is known only once the shop runs. */
async function found({ page }: Person, who: Who): Promise<string[]> {
  const linkOn = async (path: string, start: string) => {
    await open(page, path);
    return (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? '';
  };
  if (who === 'visitor') {
    return [await linkOn('/products', '/products/'), await linkOn('/farmers', '/farmers/')];
  }
  if (who === 'customer') {
    return [
      await linkOn('/dashboard/customer/orders', '/orders/'),
      await linkOn('/dashboard/customer/orders?show=past', '/orders/'),
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
  test(`${who}: every page is accessible in both schemes, fits every screen, and is within reach`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const person = await arrive(browser, who);
    const { page } = person;
    if (who === 'customer') {
      await person.fillCart();
      await person.checkOut();
      await person.fillCart();
    }
    if (who === 'farmer') await orderAtTheFarm(browser);
    const titles = new Map<string, string>();
    for (const [turn, path] of [...SCREENS[who], ...(await found(person, who))].entries()) {
      await setScreen(page, 1280, 'light');
      const status = await open(page, path);
      expect.soft(status, `${path}: status`).toBe(UNKNOWN.includes(path) ? 404 : 200);
      await expect.soft(page.locator('h1'), `${path}: one h1`).toHaveCount(1);
      await expect(page).toHaveTitle(/.+ – Farmgate$/);
      // a page has one name, whatever it is filtered by and whichever thing it shows; `/` leads to a dashboard
      if (path !== '/' || who === 'visitor')
        titles.set(path.replace(/\?.*|[0-9a-f]{24}/g, ''), await page.title());
      await expectGoodScreen(page, path, turn);
    }
    const known = [...titles.values()].filter((title) => !title.startsWith('Oops!'));
    expect(new Set(known).size, known.join('\n')).toBe(known.length);
  });
}
