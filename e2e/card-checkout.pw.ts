import { expect, type Page } from '@playwright/test';
import { demoCaller, farmProduct, takeUpTo } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

const FARM = 'Hollow Creek Farm';
const CHALLENGE = 'Your bank asks: is it you?';

/** Of a long page with a bar at its end, which covers parts of buttons, only the payment is looked at. */
const PAYMENT = { only: '[aria-labelledby="checkout-payment"], main [role="alert"]' };

/** Chooses to pay with a test card. */
async function chooseCard(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  const cards = page.getByLabel('Test card');
  const option = cards.locator('option').filter({ hasText: card });
  await cards.selectOption((await option.getAttribute('value')) ?? '');
}

test('a card with a challenge pays an order, which the farm hands over, and all see what was paid', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const product = await farmProduct(call);
  const customer = await Person.signUp(browser, 'customer', 'Carda');
  const { page } = customer;
  await customer.openCheckoutWith(product._id);
  await customer.enterAddress();
  await expect(page.getByRole('timer')).toBeVisible();
  await chooseCard(page, /is declined/);
  await page.getByRole('checkbox', { name: /^Save this card/ }).check();
  await expectGoodOnAllScreens(page, 'a card at checkout', PAYMENT);
  const pay = page.getByRole('button', { name: /^Pay \$[\d.]+ and place order$/ });
  await pay.click();
  await expect(page.getByRole('alert')).toContainText('Your bank declined the card');
  await expectGoodOnAllScreens(page, 'a card that was declined', PAYMENT);

  await chooseCard(page, /the bank asks you/);
  const [total = ''] = /\$[\d.]+/.exec(await pay.innerText()) ?? [];
  await pay.click();
  const dialog = page.getByRole('dialog', { name: CHALLENGE });
  await expect(dialog).toBeVisible();
  await expectGoodOnAllScreens(page, 'the challenge of a bank');
  // the same question comes back
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('Your bank still waits for your answer');
  await expectGoodOnAllScreens(page, 'a payment that has begun', PAYMENT);
  await pay.click();
  await dialog.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you, Carda!');
  // which of both depends on how far away the first day is
  const held = page.getByText(/ (is|will be) held on Test card •••• 3220/);
  await expect(held.filter({ hasText: total })).toBeVisible();
  await expectGoodOnAllScreens(page, 'an order that a card pays');

  const orderId = new URL(page.url()).pathname.replace('/orders/', '');
  const order = await call('farmer', 'GET', `/orders/${orderId}`);
  const farm = await Person.open(browser, 'farmer');
  await farm.openLive('/dashboard/farmer/money');
  await customer.openLive(`/orders/${orderId}`);
  await takeUpTo(call, order, 'delivered');
  await expect(page.getByRole('region', { name: 'Who got what' })).toContainText(`${FARM} gets`);
  await expect(page.getByRole('complementary', { name: 'Total' })).toContainText('Paid');
  const entries = farm.page.getByRole('table', { name: 'What was booked, newest first' });
  await expect(entries.getByRole('row').filter({ hasText: order.code }).first()).toBeVisible();
  for (const { traffic } of [farm, customer]) expect(traffic.loads, 'page loads').toBe(0);
  expect(farm.traffic.calls).toEqual([]);
  // what the bank took
  await expect
    .poll(async () => (await call('admin', 'GET', `/orders/${orderId}/payments`)).payments)
    .toMatchObject([{ state: 'captured', captured: Number(total.slice(1)) }]);

  // the next checkout knows the card
  await customer.openCheckoutWith(product._id);
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  await expect(page.getByRole('radio', { name: 'Another card' })).toBeVisible();
});
