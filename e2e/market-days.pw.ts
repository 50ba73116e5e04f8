import { randomUUID } from 'node:crypto';
import { type APIResponse, expect, type Page } from '@playwright/test';
import { addDays, dayOf } from '../libs/contracts/src/index.js';
import { ADDRESS, type Call, demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';
import { DAILY, TestSchedules } from './schedules.js';
import { test } from './test.js';
import { holdRequests } from './traffic.js';

const FARM = 'hollow-creek-farm';
const MINUTE_MS = 60_000;

let call: Call;
let schedules: TestSchedules;
test.beforeEach(async ({ request }) => {
  call = await demoCaller(request);
  schedules = await TestSchedules.of(call, FARM);
});
test.afterEach(() => schedules.remove());

const radioAt = (page: Page, place: string) =>
  page.getByRole('group', { name: /^Day for/ }).getByRole('radio', { name: new RegExp(place) });

/** Fills the cart from the farm and opens the checkout with a pickup there. */
async function openCheckout(person: Person): Promise<void> {
  const { page } = person;
  await person.fillCart('Nantes Carrots');
  await page.goto('/checkout');
  await person.enterAddress();
  await page.getByRole('radio', { name: 'Pickup', exact: true }).click();
  await expect(page.getByText(/^kept for you/)).toBeVisible();
}

test('two customers race for the last place: one gets it, the other takes the next day with one tap', async ({
  browser,
}) => {
  const date = addDays(dayOf(Date.now(), schedules.timeZone), 9);
  await schedules.add(DAILY);
  const window = { from: '06:10', to: '06:40' };
  const cutOff = { daysBefore: 0, time: '06:00' };
  await schedules.add({ place: 'The race', window, cutOff, capacity: 1, from: date, until: date });
  const [first, second] = [
    await Person.signUp(browser, 'customer', 'Rhea'),
    await Person.signUp(browser, 'customer', 'Silas'),
  ];
  for (const person of [first, second]) {
    await openCheckout(person);
    await person.page.getByRole('button', { name: /^Show all \d+ days/ }).click();
    await expect(radioAt(person.page, 'The race')).toHaveAccessibleName(/1 left/);
  }
  await second.page.getByText('Add a note').click();
  await second.page.getByLabel(/^Note for Hollow/).fill('Behind the gate');

  // the second request for the place arrives after the first, although both pages had one to give
  const release = await holdRequests(second.page, '**/api/v1/checkout/holds');
  await radioAt(second.page, 'The race').click();
  await radioAt(first.page, 'The race').click();
  await expect(radioAt(first.page, 'The race')).toHaveAccessibleName(/kept for you/);
  // the name says it before the response, too
  await first.traffic.settle();
  release();
  const note = second.page.getByRole('alert').filter({ hasText: ' is full. Next: ' });
  await expect(note).toBeVisible();
  await expect(radioAt(second.page, 'The race')).toBeDisabled();
  await note
    .getByRole('button', { name: /^Take / })
    .first()
    .click();
  await expect(note).toHaveCount(0);
  await expect(radioAt(second.page, 'The race')).not.toBeChecked();

  for (const [{ page }, places, typed] of [
    [first, 1, ''],
    [second, 0, 'Behind the gate'],
  ] as const) {
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
    const part = page.getByRole('region', { name: 'Hollow Creek Farm', exact: true });
    await expect(part).toContainText(typed);
    await expect(part.getByText('Pickup at The race')).toHaveCount(places);
  }
});

test('a cut-off passes while three pages watch, by the server’s clock; the order after it is offered the next day', async ({
  browser,
}) => {
  const buyer = await Person.signUp(browser, 'customer', 'Tilda');
  await buyer.fillCart('Nantes Carrots');
  await buyer.page.goto('/checkout');
  await buyer.enterAddress();
  const storageState = await buyer.page.context().storageState();
  const pages = [buyer.page];
  for (const hours of [0, 3]) {
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    if (hours > 0) await page.clock.install({ time: Date.now() + hours * 60 * MINUTE_MS });
    pages.push(page);
  }
  for (const page of pages) {
    await page.goto('/cart');
    await page.getByRole('radio', { name: /^Pickup/ }).click();
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  }
  const cartsRead = buyer.traffic.calls.length;

  // the pages are ready: this leaves at least a minute to look at them
  await schedules.add(DAILY);
  const slot = await schedules.addClosing('The last minute');
  const cutOffAt = Date.parse(slot.cutOffAt);
  for (const page of pages) {
    await expect(page.getByText(/^closes in [12] min$/).first()).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Pickup: The last minute' })).toBeVisible();
  }
  const { page } = buyer;
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(radioAt(page, 'The last minute')).toBeChecked();
  await expect(radioAt(page, 'The last minute')).toHaveAccessibleName(/kept for you/);
  await page.getByText('Add a note').click();
  await page.getByLabel(/^Note for Hollow/).fill('Ring twice');

  const passed = { timeout: 4 * MINUTE_MS };
  const note = page.getByRole('alert').filter({ hasText: /^Orders for .* closed on .* Next: / });
  await expect(note).toBeVisible(passed);
  expect(Date.now()).toBeGreaterThanOrEqual(cutOffAt);
  await expect(radioAt(page, 'The last minute')).toBeDisabled();
  for (const cart of pages.slice(1))
    await expect(cart.getByRole('radio', { name: 'Pickup: The last minute' })).toHaveCount(
      0,
      passed,
    );
  const read = buyer.traffic.calls.slice(cartsRead);
  expect(read.filter((one) => one.startsWith('GET /api/v1/calendars'))).toEqual([]);

  // what this page no longer offers, no other request gets
  const refused = await orderAt(page, slot._id);
  expect(refused.status()).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'SLOT_CLOSED',
    details: { slotId: slot._id, reason: 'cut_off', free: [{ state: 'open' }, {}, {}] },
  });
  await note
    .getByRole('button', { name: /^Take / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
  const part = page.getByRole('region', { name: 'Hollow Creek Farm', exact: true });
  await expect(part.getByText('Ring twice')).toBeVisible();
  await expect(part.getByText('The last minute')).toHaveCount(0);
});

/** The customer of a page orders carrots for a slot, by a request of its own. */
async function orderAt(page: Page, slotId: string): Promise<APIResponse> {
  const token = await page.evaluate<string | null>(`localStorage.getItem('token')`);
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const cart = await (await page.request.get('/api/v1/cart', { headers })).json();
  const [{ productId, quantity }] = cart.items;
  const farms = { [schedules.farmId]: { fulfilment: 'pickup', slotId } };
  const data = { items: [{ productId, quantity }], address: ADDRESS, farms };
  return page.request.post('/api/v1/orders', { headers, data });
}

test('a date is closed with orders on it: its customer sees it on the open order and in the inbox', async ({
  browser,
}) => {
  const [slot] = await schedules.add({ place: 'The far gate' });
  const { order } = await orderFromFarm(call, {
    [schedules.farmId]: { fulfilment: 'pickup', slotId: slot?._id },
  });
  const [atOrder, atInbox] = [
    await Person.open(browser, 'customer'),
    await Person.open(browser, 'customer'),
  ];
  await atOrder.openLive(`/orders/${order._id}`);
  await atInbox.openLive('/inbox');
  const part = atOrder.page.getByRole('region', { name: 'Hollow Creek Farm', exact: true });
  await expect(part.getByText('Pickup at The far gate')).toBeVisible();
  await expect(part.getByText(/, 5:10–5:50 PM$/)).toBeVisible();

  const { slots } = await call('farmer', 'GET', '/slots/mine');
  const { version } = slots.find(({ _id }) => _id === slot?._id) ?? { version: 0 };
  const fate = { orders: 'cancel', reason: 'The bridge is closed.' };
  await call('farmer', 'POST', `/slots/${slot?._id}/close`, { version, fate });
  await expect(part.getByText('Declined', { exact: true })).toBeVisible();
  await expect(atOrder.page.getByText('“The bridge is closed.”').first()).toBeVisible();
  await expect(atInbox.page.getByText('The bridge is closed.').first()).toBeVisible();
  atOrder.expectNoRefetch();
  expect(
    atInbox.traffic.calls.filter((one) => /GET .*(inbox|notifications|orders)/.test(one)),
  ).toEqual([]);
});
