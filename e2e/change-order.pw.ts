import { expect } from '@playwright/test';
import { ADDRESS, type Call, demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';
import { TestSchedules } from './schedules.js';
import { expectAccessible, expectNoHorizontalOverflow } from './screen-checks.js';
import { test } from './test.js';
import { showTicket } from './tickets.js';

let call: Call;
let schedules: TestSchedules;
test.beforeEach(async ({ request }) => {
  call = await demoCaller(request);
  schedules = await TestSchedules.of(call, 'hollow-creek-farm');
});
test.afterEach(() => schedules.remove());

test('an order is added to, shorted, lessened and closed, and four people see each at once', async ({
  browser,
}) => {
  const { products } = await call('customer', 'GET', '/products?limit=100&inStock=true');
  const soldBy = (farm: string) =>
    products
      .filter(({ farmSlug }) => farmSlug === farm)
      .sort((one, other) => other.available - one.available);
  const [first, second] = soldBy('hollow-creek-farm');
  const [theirs] = soldBy('lantern-glasshouse');
  if (!first || !second || !theirs) throw new Error('the demo farms sell three products');
  const items = [first, theirs].map(({ _id, minimum }) => ({
    productId: _id,
    quantity: 2 * minimum,
  }));
  const order = await call('customer', 'POST', '/orders', { items, address: ADDRESS });
  const path = `/orders/${order._id}`;
  const part = order.parts.find(({ farmSlug }) => farmSlug === 'hollow-creek-farm');
  const partPath = `${path}/parts/${part?._id}`;

  const customer = await Person.open(browser, 'customer');
  const farm = await Person.open(browser, 'farmer');
  const admin = await Person.open(browser, 'admin');
  const otherFarm = await Person.open(browser);
  const signIn = { data: { role: 'farmer', index: 1 } };
  const session = await otherFarm.page.request.post('/api/v1/demo/sign-in', signIn);
  const { token } = await session.json();
  await otherFarm.page.addInitScript(`localStorage.setItem('token', '${token}')`);
  for (const person of [customer, admin, otherFarm]) await person.openLive(path);
  await farm.openLive('/dashboard/farmer/orders?day=all');

  const { page } = customer;
  const lines = page.getByRole('list', { name: 'What you ordered from Hollow Creek Farm' });
  const form = page.getByRole('region', { name: 'Change the part from Hollow Creek Farm' });
  const change = page.getByRole('button', { name: 'Change the part from Hollow Creek Farm' });
  const ticket = await showTicket(farm.page, order.code);
  const seenByAdmin = admin.page.getByRole('main');

  // the customer adds something
  await change.click();
  await form.getByText('Add more from Hollow Creek Farm').click();
  await form.getByRole('button', { name: `Add ${second.name}`, exact: true }).click();
  await expect(form.getByRole('definition').last()).toContainText('$');
  for (const width of [320, 390, 768, 1280]) {
    // so high that nothing is scrolled: the form's bar would cover a part of it
    await page.setViewportSize({ width, height: 5000 });
    await expectNoHorizontalOverflow(page, `a change at ${width} px`);
    await expectAccessible(page, `a change at ${width} px`);
  }
  await customer.traffic.settle();
  customer.traffic.reset();
  await form.getByRole('button', { name: 'Save the changes' }).click();
  await expect(form).toBeHidden();
  await expect(lines).toContainText(second.name);
  await expect(ticket).toContainText(second.name);
  await expect(ticket).toContainText('Added');
  await ticket.getByRole('button', { name: /^Got it/ }).click();
  await expect(ticket).not.toContainText('Added');
  await expect(seenByAdmin).toContainText(`${second.name}: 0`);

  // the farm has less of the first
  await call('farmer', 'POST', `${partPath}/changes`, {
    version: 2,
    lines: [{ productId: first._id, quantity: first.minimum }],
    declineReason: 'not_harvested',
  });
  await expect(lines).toContainText(/short\)/);
  await expect(seenByAdmin).toContainText(/short\)/);

  // the customer takes the second off again
  await change.click();
  await form.getByRole('button', { name: `Remove ${second.name}` }).click();
  await form.getByRole('button', { name: 'Save the changes' }).click();
  await expect(form).toBeHidden();
  await expect(lines.locator('s').filter({ hasText: second.name })).toBeVisible();
  await expect(ticket).toContainText('Removed');

  // the farm packs, and it is closed
  await call('farmer', 'PATCH', partPath, { version: 4, status: 'accepted' });
  await call('farmer', 'PATCH', partPath, { version: 5, status: 'packed' });
  await expect(page.getByText('The farm has packed it: it can no longer be changed')).toBeVisible();
  await expect(change).toBeHidden();
  await expect(seenByAdmin).toContainText('Packed');

  // its own commits are all that the customer's page sent, beside the goods to add
  const commits = `POST /api/v1${partPath}/changes`;
  const sent = customer.traffic.calls.filter((one) => !one.includes('/products?'));
  expect(sent).toEqual([commits, commits]);
  for (const person of [farm, admin, otherFarm]) person.expectNoRefetch();
  await expect(otherFarm.page.getByRole('main')).toContainText(theirs.name);
  await expect(otherFarm.page.getByRole('main')).not.toContainText(second.name);
});

test('the cut-off passes by the server’s clock while the form is open: it closes, keeps what was typed and sends nothing', async ({
  browser,
}) => {
  const editing = await Person.open(browser, 'customer');
  const watching = await Person.open(browser, 'customer');
  const farm = await Person.open(browser, 'farmer');
  // by its own clock the form would be open for three hours more
  await editing.page.clock.install({ time: Date.now() - 3 * 3_600_000 });

  const slot = await schedules.addClosing('The last minute');
  const { order, product } = await orderFromFarm(call, {
    [schedules.farmId]: { fulfilment: 'pickup', slotId: slot._id },
  });
  for (const { page } of [editing, watching, farm]) {
    await page.goto(`/orders/${order._id}`);
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  }
  const { page } = editing;
  const name = 'Change the part from Hollow Creek Farm';
  const form = page.getByRole('region', { name });
  await page.getByRole('button', { name }).click();
  await form.getByRole('button', { name: `More of ${product.name}` }).click();
  const amount = form.getByRole('textbox', { name: new RegExp(product.name) });
  const typed = await amount.inputValue();
  const save = form.getByRole('button', { name: 'Save the changes' });
  await expect(save).not.toHaveAttribute('aria-disabled');
  await expect(watching.page.getByRole('button', { name })).toBeVisible();
  const accept = farm.page.getByRole('button', { name: /^Accept/ });
  await expect(accept).toBeVisible();

  const closed = form.getByRole('alert').filter({ hasText: 'Orders for this day are closed' });
  await expect(closed).toBeVisible({ timeout: 4 * 60_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(slot.cutOffAt));
  await expect(closed.getByRole('row', { name: product.name })).toBeVisible();
  await expect(amount).toHaveValue(typed);
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  // forced: Playwright waits for a button that says it is disabled
  await save.click({ force: true });
  for (const person of [editing, watching]) {
    await expect(person.page.getByText(/^Orders for this day closed /)).toBeVisible();
    await expect(person.page.getByRole('button', { name: /^(Change|Cancel) / })).toHaveCount(0);
  }
  // the farm goes on with what was ordered
  await expect(farm.page.getByRole('button', { name: /^Change/ })).toHaveCount(0);
  await expect(accept).toBeVisible();
  await editing.traffic.settle();
  expect(
    editing.traffic.calls.filter((one) => one.startsWith('POST') && /orders/.test(one)),
  ).toEqual([]);
});
