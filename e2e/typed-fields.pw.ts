import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

const NEW_PRODUCT = '/dashboard/farmer/products/new';

/** Types into the parts of a date field, from its first one. */
async function type(field: Locator, keys: string): Promise<void> {
  await field.blur();
  await field.focus();
  await field.page().keyboard.type(keys);
}

/** Empties the parts of a date field one by one, as Backspace does. */
async function clear(field: Locator, parts: number): Promise<void> {
  await field.blur();
  await field.focus();
  for (let at = 0; at < parts; at += 1) {
    await field.press('Backspace');
    await field.press('ArrowRight');
  }
}

async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field.focus();
  await page.keyboard.press('Control+v');
}

async function leave(field: Locator, message: string | RegExp): Promise<void> {
  await field.blur();
  await expect(field).toHaveAccessibleDescription(message);
}

/** Every address of the page from now on. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

test('a product’s dates are typed digit by digit, pasted and cleared', async ({ browser }) => {
  const { page } = await Person.open(browser, 'farmer');
  await page.goto(NEW_PRODUCT);
  const picked = page.getByLabel('Picked at');
  const best = page.getByLabel('Best before');
  await page.getByLabel('Name', { exact: true }).fill('Dated Quinces');
  await page.getByLabel('Category').selectOption({ label: 'Fruit' });
  await page.getByLabel('Price in dollars').fill('$4.50');

  await test.step('half a date is none, and is not saved', async () => {
    await type(picked, '1120');
    await leave(picked, /Enter a whole date and time/);
    await type(best, '02312026');
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    const summary = page.getByRole('alert').filter({ hasText: '2 fields need your attention' });
    await expect(summary).toBeVisible();
    await expect(best).toHaveAccessibleDescription(/Enter a whole date and time/);
  });

  await test.step('typed and pasted', async () => {
    await type(picked, '112020260230PM');
    await expect(picked).toHaveValue('2026-11-20T14:30');
    await leave(picked, '');
    await paste(best, 'yesterday');
    await expect(page.getByText('“yesterday” is no date that can be read here.')).toBeVisible();
    await paste(best, '12/24/2026, 6:05 PM');
    await expect(best).toHaveValue('2026-12-24T18:05');
    await paste(best, '2026-12-25T07:00');
    await expect(best).toHaveValue('2026-12-25T07:00');
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await expect(page).toHaveURL(/\/products\/[0-9a-f]{24}$/);
    await page.reload();
    await expect(picked).toHaveValue('2026-11-20T14:30');
    await expect(best).toHaveValue('2026-12-25T07:00');
  });

  await test.step('cleared', async () => {
    await clear(best, 6);
    await leave(best, '');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Dated Quinces saved')).toBeVisible();
    await page.reload();
    await expect(picked).toHaveValue('2026-11-20T14:30');
    await expect(best).toHaveValue('');
  });

  await test.step('in the stock dialog', async () => {
    await page.getByRole('button', { name: 'Harvest, write-off, count' }).click();
    const dialog = page.getByRole('dialog');
    const change = dialog.getByRole('button', { name: 'Change the stock' });
    await dialog.getByLabel('How much came in').fill('1,500 lb');
    await dialog.getByText('Dates, lot and note').click();
    await type(dialog.getByLabel('Best before'), '1');
    await change.click();
    await expect(dialog.getByLabel('Best before')).toHaveAccessibleDescription(
      /Enter a whole date/,
    );
    await type(dialog.getByLabel('Best before'), '122820261200PM');
    await paste(dialog.getByLabel('Picked at'), 'November 21, 2026, 6:45 AM');
    await expect(dialog.getByLabel('Picked at')).toHaveValue('2026-11-21T06:45');
    await clear(dialog.getByLabel('Best before'), 6);
    await type(dialog.getByLabel('Best before'), '122920261200PM');
    await change.click();
    await expect(page.getByText('Dated Quinces: 1,500 lb on hand')).toBeVisible();
    await expect(picked).toHaveValue('2026-11-21T06:45');
    await expect(best).toHaveValue('2026-12-29T12:00');
  });
});

for (const [title, path, param] of [
  ['orders', '/dashboard/admin/orders', 'from'],
  ['audit log', '/dashboard/admin/audit', 'until'],
] as const) {
  test(`the day of a filter of the ${title} is typed, pasted and cleared`, async ({ browser }) => {
    const { page } = await Person.open(browser, 'admin');
    await page.goto(path);
    const field = page.getByLabel(param === 'from' ? 'From' : 'Until', { exact: true });
    await expect(field).toBeVisible();
    const addresses = addressesOf(page);
    const written = () => addresses.map((address) => new URL(address).searchParams.get(param));

    await type(field, '11202026');
    await expect(page).toHaveURL(new RegExp(`${param}=2026-11-20`));
    expect(written().filter((day) => day !== '2026-11-20')).toEqual([]);
    await type(field, '02312026');
    await leave(field, /Enter a whole date/);
    // 02/20 and 02/03 are days on the way to 02/31
    expect(written().filter((day) => !day?.startsWith('2026-'))).toEqual([]);
    await paste(field, '11/21/2026');
    await expect(page).toHaveURL(new RegExp(`${param}=2026-11-21`));
    await paste(field, '2026-11-22');
    await expect(page).toHaveURL(new RegExp(`${param}=2026-11-22`));
    await clear(field, 3);
    await expect(page).not.toHaveURL(new RegExp(param));
    await leave(field, '');

    for (const day of ['0002-11-20', '12026-11-20', '2026-02-31']) {
      await page.goto(`${path}?${param}=${day}`);
      await expect(field).toHaveValue('');
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('the day on which a farm opens again is typed', async ({ browser }) => {
  const { page } = await Person.open(browser, 'farmer');
  await page.goto('/dashboard/farmer/profile');
  const reopens = page.getByLabel('Open again on');
  await type(reopens, '11200002');
  await leave(reopens, /Enter a date from/);
  await paste(reopens, '1/2/2060');
  await leave(reopens, /Enter a date from/);
});

test('a number with two readings is asked about in the editor, the price filter and the stepper', async ({
  browser,
}) => {
  const farmer = await Person.open(browser, 'farmer');
  await farmer.page.goto(NEW_PRODUCT);
  const price = farmer.page.getByLabel('Price in dollars');
  await price.fill('4,50');
  await leave(price, /Did you mean 4.50 or 450\?/);
  await price.fill('1,250.00');
  await leave(price, '');
  await expect(farmer.page.getByText('$1,250.00').first()).toBeVisible();

  const { page } = await Person.open(browser);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/products');
  const most = page.getByRole('textbox', { name: 'Up to' });
  await most.fill('4,50');
  await most.press('Enter');
  await expect(most).toHaveAccessibleDescription(/Did you mean 4.50 or 450\?/);
  await expect(most).toBeFocused();
  await most.fill('$4.50');
  await most.press('Enter');
  await expect(page).toHaveURL(/maxPrice=4\.5$/);
  await page.getByRole('article').getByRole('link').first().click();
  // the cards of the list have amounts too
  await expect(page.getByRole('navigation', { name: 'You are here' })).toBeVisible();
  const amount = page.getByLabel(/^Amount of/).first();
  await amount.fill('1,5');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(amount).toHaveAccessibleDescription(/Did you mean 1.5 or 15\?/);
  await expect(page.getByText('added to your cart')).toHaveCount(0);
});
