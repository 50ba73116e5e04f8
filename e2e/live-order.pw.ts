import { expect, type Locator } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';
import { showTicket } from './tickets.js';

const PRODUCT = 'Easter Egg Radishes';
/** The figure on a tile. */
const countIn = async (tile: Locator) =>
  Number((/\d[\d,]*/.exec(await tile.innerText())?.[0] ?? '').replaceAll(',', ''));

test('an order is placed and fulfilled, live on four screens', async ({ browser }) => {
  const [customer, farmer, admin, shopper] = await Promise.all([
    Person.open(browser, 'customer'),
    Person.open(browser, 'farmer'),
    Person.open(browser, 'admin'),
    Person.open(browser),
  ]);
  await Promise.all([
    farmer.openLive('/dashboard/farmer/orders'),
    admin.openLive('/dashboard/admin'),
    shopper.openLive(`/products?q=${encodeURIComponent(PRODUCT)}`),
  ]);
  const card = shopper.page.getByRole('article').filter({ hasText: PRODUCT });
  await expect(card).toContainText('7 bunches left');
  const orders = admin.page.getByText('Total orders').locator('..');
  const before = await countIn(orders);

  await test.step('the customer places an order', async () => {
    const { page } = customer;
    await page.goto(`/products?q=${encodeURIComponent(PRODUCT)}`);
    await page.getByRole('button', { name: `Add ${PRODUCT} to cart` }).click();
    await expect(
      page.getByRole('status').filter({ hasText: `${PRODUCT} has been added to your cart.` }),
    ).toBeVisible();
    await customer.checkOut();
    await expect(page.getByText('Processing').first()).toBeVisible();
    await customer.traffic.settle();
  });
  const code =
    /FG-\w+/.exec(await customer.page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
  expect(code).not.toBe('');
  customer.traffic.reset();

  await test.step('the farm, the admin and the shopper see it', async () => {
    await showTicket(farmer.page, code);
    // more than one more, if an order of an earlier test was still to be counted
    await expect.poll(() => countIn(orders)).toBeGreaterThan(before);
    await expect(card).toContainText('6 bunches left');
  });

  await test.step('the farm fulfils it, and the customer sees every step', async () => {
    for (const step of ['Accept', 'Mark packed', 'Send out', 'Mark delivered']) {
      const orderCard = await showTicket(farmer.page, code);
      await orderCard.getByRole('button', { name: `${step}, order ${code}` }).click();
    }
    await expect(customer.page.getByText('Delivered').first()).toBeVisible();
    await expect(customer.page.getByText('Processing')).toHaveCount(0);
  });

  for (const person of [farmer, admin, shopper, customer]) person.expectNoRefetch();
});

test('a suspended user is signed out at once, and other admins see it', async ({ browser }) => {
  const [customer, admin, colleague] = await Promise.all([
    Person.signUp(browser, 'customer', 'Sunny'),
    Person.open(browser, 'admin'),
    Person.open(browser, 'admin'),
  ]);
  await Promise.all([
    customer.openLive('/dashboard/customer'),
    admin.openLive('/dashboard/admin/users'),
    colleague.openLive('/dashboard/admin/users'),
  ]);
  const rowOf = (person: Person) =>
    person.page.getByRole('row').filter({ hasText: 'sunny.meadow@example.org' });
  await rowOf(admin).getByRole('combobox').selectOption('suspended');
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Asked us to close the account');
  await dialog.getByRole('button', { name: /suspend/i }).click();
  await expect(admin.page.getByText('User status updated successfully')).toBeVisible();
  await expect(customer.page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await expect(rowOf(colleague).getByRole('combobox')).toHaveValue('suspended');
  admin.expectNoRefetch();
  colleague.expectNoRefetch();
  await rowOf(admin).getByRole('combobox').selectOption('active');
  await admin.page.getByRole('dialog').getByRole('textbox').fill('All is well again');
  await admin.page.getByRole('button', { name: 'Set to active' }).click();
  await expect(rowOf(colleague).getByRole('combobox')).toHaveValue('active');
});

test('an unknown path has status 404 and its own page', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});
