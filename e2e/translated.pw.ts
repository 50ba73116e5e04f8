import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';
import { showAll, waitUntilLoaded } from './screen-checks.js';
import { test } from './test.js';
import { showTicket } from './tickets.js';

const TRANSLATOR = readFileSync(new URL('./translator.js', import.meta.url), 'utf8');

/** How a page is translated: as it is opened, and after each step. */
const WAYS = {
  // before React hydrates a rendered page
  'after each step': {
    opened: "addEventListener('DOMContentLoaded', translateOnce)",
    step: 'translateOnce()',
  },
  'by an extension': {
    opened: "addEventListener('DOMContentLoaded', wrapOnce)",
    step: 'wrapOnce()',
  },
  'all the time': { opened: "addEventListener('load', keepTranslated)", step: '' },
};
type Way = keyof typeof WAYS;

/**
 * The words of the page, and what its fields contain; without toasts and announcements, which only one of two pages has,
 * and without times such as "5 min ago", which change within a minute of each other.
 */
const SHOWN = `(() => {
  const page = document.querySelector('#root > div');
  const words = page.cloneNode(true);
  for (const time of words.querySelectorAll('time')) time.remove();
  const fields = [...page.querySelectorAll('input:not([type="search"]), select')];
  return [...words.textContent.split(/\\s+/), ...fields.map(({ value }) => value)];
})()`;

/** A person's page that is translated, and the same page untranslated. */
class TwoPages {
  private readonly failures: string[] = [];

  private constructor(
    readonly page: Page,
    readonly untranslated: Page,
    private readonly way: Way,
  ) {
    page.on('pageerror', ({ message }) => this.failures.push(message));
  }

  static async open(
    browser: Browser,
    way: Way,
    path: string,
    role?: 'customer' | 'farmer' | 'admin',
  ): Promise<TwoPages> {
    const { page: untranslated } = await Person.open(browser, role);
    const page = await untranslated.context().newPage();
    await page.addInitScript(TRANSLATOR);
    await page.addInitScript(WAYS[way].opened);
    const pages = new TwoPages(page, untranslated, way);
    await page.goto(path);
    await waitUntilLoaded(page);
    await pages.both(path);
    return pages;
  }

  /** Opens what the translated page shows in the other one too, and compares. */
  async both(path = this.page.url()): Promise<void> {
    await this.untranslated.goto(path);
    await waitUntilLoaded(this.untranslated);
    await waitUntilLoaded(this.page);
    for (const page of [this.page, this.untranslated])
      await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    await this.same();
  }

  /** Does what changes both pages, and compares. */
  async after(step: () => Promise<unknown>): Promise<void> {
    const before = await this.untranslated.evaluate<string[]>(SHOWN);
    await step();
    await expect.poll(() => this.untranslated.evaluate<string[]>(SHOWN)).not.toEqual(before);
    await this.same();
  }

  /** Expects the same text on both pages, translates what is new, and expects it again. */
  async same(): Promise<void> {
    await this.compare();
    await this.translate();
    await this.compare();
    await expect.poll(() => this.page.locator('main font').count()).toBeGreaterThan(0);
    expect(this.failures).toEqual([]);
  }

  async translate(): Promise<void> {
    await this.page.evaluate(WAYS[this.way].step);
  }

  private async compare(): Promise<void> {
    await expect(async () => {
      for (const page of [this.page, this.untranslated]) await showAll(page);
      const [shown, expected] = await Promise.all(
        [this.page, this.untranslated].map((page) => page.evaluate<string[]>(SHOWN)),
      );
      expect(shown).toEqual(expected);
    }).toPass({ timeout: 60_000 });
  }
}

for (const way of Object.keys(WAYS) as Way[]) {
  test(`translated ${way}, a shop sells`, async ({ browser, request }) => {
    const call = await demoCaller(request);
    const pages = await TwoPages.open(browser, way, '/products?inStock=true', 'customer');
    const { page } = pages;
    await test.step('products are put into the cart', async () => {
      const add = page.getByRole('button', { name: /^Add .* to cart$/ });
      for (const index of [0, 1]) await pages.after(() => add.nth(index).click());
    });
    await test.step('the cart is changed', async () => {
      await page.getByRole('banner').first().getByRole('link', { name: /^Cart/ }).click();
      await pages.both();
      const more = page.getByRole('button', { name: /^More of/ }).first();
      await pages.after(() => more.click());
    });
    await test.step('the order is placed', async () => {
      await page.getByRole('link', { name: 'Checkout' }).click();
      await expect(page.getByRole('timer')).toBeVisible();
      await pages.translate();
      const another = page.getByRole('button', { name: 'Use another address' });
      const street = page.getByLabel('Street and number');
      await expect(another.or(street)).toBeVisible();
      if (await street.isVisible()) {
        await street.fill('12 Mill Lane');
        await page.getByLabel('City').fill('Hudson');
        await page.getByLabel('Phone', { exact: true }).fill('518 555 0100');
        await page.getByLabel('State').selectOption('NY');
        await page.getByLabel('ZIP code').fill('12534');
        await page.getByRole('button', { name: 'Save address' }).click();
        await expect(page.getByRole('radio', { name: /12 Mill Lane/ })).toBeChecked();
        await pages.translate();
      }
      await page.getByRole('button', { name: 'Place order' }).click();
      await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you');
      await pages.translate();
      await page
        .getByRole('banner')
        .first()
        .getByRole('link', { name: 'Farms', exact: true })
        .click();
      await expect(page).toHaveURL('/farmers');
      await pages.both();
    });
    await test.step('the order is followed', async () => {
      const { order } = await orderFromFarm(call);
      await page.goto(`/orders/${order._id}`);
      await pages.both();
      let [part] = order.parts;
      for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered']) {
        const path = `/orders/${order._id}/parts/${part._id}`;
        await pages.after(async () => {
          const changed = await call('farmer', 'PATCH', path, { status, version: part.version });
          [part] = changed.parts;
        });
      }
    });
  });

  test(`translated ${way}, a search finds`, async ({ browser }) => {
    const pages = await TwoPages.open(browser, way, '/products');
    const { page, untranslated } = pages;
    const search = (one: Page) => one.getByRole('combobox', { name: 'Search products' });
    for (const word of ['c', 'carr', 'zzz', 'tomato']) {
      for (const one of [page, untranslated]) await search(one).fill(word);
      await pages.same();
    }
    await search(page).press('Enter');
    await expect(page).toHaveURL(/q=tomato/);
    await pages.both();
    await page.goto('/products');
    await pages.both();
    for (const name of ['Organic only', 'In stock only']) {
      await page.getByRole('main').getByRole('checkbox', { name }).click();
      await pages.both();
    }
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ index: 1 });
    await pages.both();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await pages.both();
  });

  test(`translated ${way}, a farm's board and the admin's figures follow the orders`, async ({
    browser,
    request,
  }) => {
    const call = await demoCaller(request);
    const farm = await TwoPages.open(browser, way, '/dashboard/farmer/orders', 'farmer');
    const admin = await TwoPages.open(browser, way, '/dashboard/admin', 'admin');
    let code = '';
    const placeOrder = async () => {
      const { order } = await orderFromFarm(call);
      code = order.code;
    };
    for (const _ of [1, 2, 3]) {
      await admin.after(() => farm.after(placeOrder));
    }
    for (const step of ['Accept', 'Mark packed', 'Send out', 'Mark delivered']) {
      await showTicket(farm.untranslated, code);
      const ticket = await showTicket(farm.page, code);
      const button = ticket.getByRole('button', { name: `${step}, order ${code}` });
      await farm.after(() => button.click());
    }
  });
}
