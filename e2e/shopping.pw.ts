import { expect, type Locator } from '@playwright/test';
import { Person } from './people.js';
import { expectAccessible, expectNoHorizontalOverflow, open } from './screen-checks.js';
import { test } from './test.js';
import { chunkOf, holdRequests } from './traffic.js';

const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

/** Inside of the screen, and nothing is above it. */
async function expectInReach(what: Locator): Promise<void> {
  await expect(what).toBeInViewport({ ratio: 1 });
  const isOnTop = await what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(
      element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2),
    );
  });
  expect(isOnTop).toBe(true);
}

for (const screen of PHONES) {
  const size = `${screen.width} × ${screen.height}`;

  test(`the price and Add are on the first screen of a product at ${size}, and stay`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    await open(page, '/products?inStock=true');
    await page.locator('main article a[href^="/products/"]').first().click();
    const add = page.getByRole('button', { name: 'Add to Cart' });
    await expectInReach(add);
    await expectInReach(page.getByRole('heading', { level: 1 }));
    await expectNoHorizontalOverflow(page, size);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expectInReach(add);
    // the bar covers nothing at the end of the page
    await expectInReach(page.getByText(/All rights reserved/));
    await add.click();
    await expect(page.getByText(/has been added to your cart/)).toBeVisible();
    await expectInReach(add);
    await expectInReach(page.getByRole('link', { name: 'Sign In' }));
  });

  test(`the filters are a sheet at ${size} that says how many are left`, async ({ page }) => {
    await page.setViewportSize(screen);
    await open(page, '/products');
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    const show = sheet.getByRole('button', { name: /^Show \d+$/ });
    await expectInReach(show);
    const before = await show.innerText();
    await sheet.getByRole('checkbox', { name: 'Organic only' }).click();
    await expect(show).not.toHaveText(before);
    await expect(page).toHaveURL(/organic=true/);
    await sheet.getByRole('radio', { name: '1 star and up' }).scrollIntoViewIfNeeded();
    await expectInReach(show);
    await expectAccessible(page, `filters at ${size}`);
    const left = Number((await show.innerText()).replace(/\D/g, ''));
    await show.click();
    await expect(sheet).toBeHidden();
    // Only in `main`: the live region for screen readers, outside it, has the same text.
    await expect(
      page.getByRole('main').getByText(`${left} products`, { exact: true }),
    ).toBeVisible();
  });

  test(`the bar on top is one row at ${size}, with a search that is wide enough`, async ({
    browser,
  }) => {
    const { page } = await Person.open(browser, 'customer');
    await page.setViewportSize(screen);
    await open(page, '/products');
    const header = page.getByRole('banner').first();
    expect((await header.boundingBox())?.height).toBeLessThan(64);
    const search = page.getByRole('combobox', { name: 'Search products' });
    expect((await search.boundingBox())?.width).toBeGreaterThan(screen.width * 0.4);
    await search.click();
    expect((await search.boundingBox())?.width).toBeGreaterThan(screen.width - 40);
    await search.fill('carr');
    await expectInReach(page.getByRole('option').first());
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Live' })).toBeVisible();
  });
}

for (const width of [320, 1280]) {
  test(`what is added in a row is one toast that counts, and covers no button, at ${width} px`, async ({
    browser,
  }) => {
    const { page } = await Person.open(browser, 'customer');
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/products?inStock=true');
    const add = page.getByRole('button', { name: /^Add .* to cart$/ });
    for (const index of [0, 1, 2]) await add.nth(index).click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts.getByRole('status')).toHaveCount(1);
    await expect(toasts).toContainText('and 2 more have been added to your cart.');
    await toasts.getByRole('button', { name: 'See the cart' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart');
    await expect(toasts.getByRole('status')).toHaveCount(0);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect(toasts.getByRole('status')).toHaveCount(1);
    await expectInReach(page.getByRole('link', { name: 'Checkout' }));
    const navigation = page.getByRole('navigation', { name: /^Main/ });
    await expectInReach(navigation.getByRole('link', { name: 'Products' }));
  });
}

test('the checkout of three farms is short, keeps its button in reach, and ends in a confirmation', async ({
  browser,
}) => {
  const customer = await Person.signUp(browser, 'customer', 'Corin');
  const { page } = customer;
  for (const product of ['Oyster', 'Microgreens', 'Radish']) await customer.fillCart(product);
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, '/cart');
  await expectInReach(page.getByRole('link', { name: 'Checkout' }));
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^1[45] min$/);
  await expectInReach(page.getByRole('button', { name: 'Save a delivery address first' }));
  await page.getByLabel('Street and number').fill('12 Mill Lane');
  await page.getByLabel('City').fill('Hudson');
  await page.getByLabel('Phone', { exact: true }).fill('518 555 0100');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('ZIP code').fill('12534');
  await page.getByRole('button', { name: 'Save address' }).click();
  const place = page.getByRole('button', { name: 'Place order' });
  await expectInReach(place);
  await expect(page.getByRole('textbox', { name: /^Note for/ })).toHaveCount(0);
  // three farms with their chosen days, without the days that can be chosen instead
  expect(await page.locator('main').evaluate((main) => main.scrollHeight)).toBeLessThan(2_300);
  await expectAccessible(page, 'checkout at 320 px');
  await place.click();

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you, Corin!');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeInViewport();
  const progress = page.getByRole('region', { name: 'When and where' });
  await expect(progress.getByText('The farm looks at it and accepts it.')).toHaveCount(3);
  await expect(page.getByText('Placed · all 3 farms')).toBeVisible();
  await expectNoHorizontalOverflow(page, 'confirmation');
  await expectAccessible(page, 'confirmation at 320 px');

  await progress.getByRole('button', { name: 'Cancel the whole order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the whole order?' });
  await dialog.getByRole('button', { name: 'Cancel the whole order' }).click();
  await expect(dialog).toBeHidden();
  await expect(progress.getByText('not charged')).toHaveCount(3);
});

/** Width of the screen, and how many cards are beside each other. */
const ROWS = [
  [1280, 3],
  [360, 2],
  [320, 2],
] as const;

for (const [width, columns] of ROWS) {
  test(`the ${columns} cards of a row have their texts and buttons in line at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/products');
    const card = page.getByRole('article');
    const action = (at: number) => card.nth(at).getByRole('button', { name: /^(Add|Notify me)/ });
    const parts: [string, (at: number) => Locator][] = [
      ['card', (at) => card.nth(at)],
      ['name', (at) => card.nth(at).getByRole('heading')],
      ['action', action],
      ['stock', (at) => card.nth(at).getByText(/^(In stock|Sold out|.* left)$/)],
    ];
    for (const [name, part] of parts) {
      const tops = await Promise.all(
        Array.from({ length: columns }, async (_, at) => (await boxOf(part(at).last())).y),
      );
      // a badge beside the stock is a little higher than a line
      expect(Math.max(...tops) - Math.min(...tops), name).toBeLessThan(4);
    }
    expect((await boxOf(card.nth(columns))).y).toBeGreaterThan((await boxOf(card.first())).y);

    const screen = await card
      .first()
      .evaluate(({ ownerDocument }) => ownerDocument.body.offsetWidth);
    for (const target of [
      action(0),
      card.first().getByRole('button', { name: 'Favourite' }),
      card.first().locator('a[href^="/farmers/"]'),
    ]) {
      const { height, x, width: wide } = await boxOf(target);
      expect(height).toBeGreaterThanOrEqual(44);
      expect(x + wide).toBeLessThanOrEqual(screen);
    }
    const cut = await card.evaluateAll((cards) =>
      cards
        .flatMap((one) => [...one.querySelectorAll('h2, a, p, span:not(.sr-only)')])
        .filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 1)
        .map((text) => text.textContent),
    );
    expect(cut).toEqual([]);
  });
}

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}

/** The width that a select has for its text beside the arrow, and that of the text. */
const WIDTHS = `(() => {
  const select = document.querySelector('main select');
  const own = getComputedStyle(select);
  const text = document.createElement('span');
  text.style.cssText = 'position:absolute;white-space:nowrap;font:' + own.font;
  text.textContent = select.selectedOptions[0].text;
  document.body.append(text);
  const { width } = text.getBoundingClientRect();
  text.remove();
  const arrow = 16;
  return [select.clientWidth - parseFloat(own.paddingLeft) - parseFloat(own.paddingRight) - arrow, width];
})()`;

for (const width of [320, 390]) {
  test(`at ${width} px no word of the sort order is cut, and a card changes what is in the cart`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/products?inStock=true');
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    for (const label of await sort.locator('option').allInnerTexts()) {
      await sort.selectOption({ label });
      const widths: unknown = await page.evaluate(WIDTHS);
      const [room, needed] = widths as [number, number];
      expect(room, label).toBeGreaterThanOrEqual(needed);
    }
    await open(page, '/products?inStock=true');
    const card = page.locator('main article').first();
    const add = card.getByRole('button', { name: /^Add .* to cart$/ });
    await add.focus();
    const deliver = await holdRequests(page, chunkOf('src/features/cart/line-stepper.tsx'));
    await page.keyboard.press('Enter');
    await expect(card.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
    deliver();
    const more = card.getByRole('button', { name: /^More of/ });
    await expect(more).toBeFocused();
    const less = card.getByRole('button', { name: /^Less of/ });
    for (const target of [less, more]) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(42);
    }
    const amount = card.getByRole('textbox');
    const before = Number(await amount.inputValue());
    await more.click();
    await expect.poll(async () => Number(await amount.inputValue())).toBeGreaterThan(before);
    // at the top, without a toast: for axe, a target is only as large as the part of it that no bar or toast covers
    await open(page, '/products?inStock=true');
    await expect(more).toBeVisible();
    await expectAccessible(page, `cards with a stepper at ${width} px`);
    await amount.fill('0');
    await page.keyboard.press('Enter');
    await expect(add).toBeFocused();
    await expect(page.getByText('has been removed from your cart')).toBeVisible();
  });
}
