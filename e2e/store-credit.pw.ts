import { expect } from '@playwright/test';
import { demoCaller, orderFromFarm, takeUpTo } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

const TICK = /^Use \$1\.00 store credit/;

test('a farm gives store credit, which pays a part of the next order and returns when it is cancelled', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const { order, product } = await orderFromFarm(call);
  await takeUpTo(call, order, 'delivered');
  const partPath = `/orders/${order._id}/parts/${order.parts[0]._id}`;
  const lines = [{ productId: product._id, quantity: product.minimum, kind: 'damaged' }];
  const problem = await call('customer', 'POST', `${partPath}/problems`, { lines });

  const customer = await Person.open(browser, 'customer');
  const { page } = customer;
  const account = page.getByRole('region', { name: 'Store credit' });
  await customer.openLive('/dashboard/customer/profile');
  await expect(account).toContainText('You have no store credit');
  const admin = await Person.open(browser, 'admin');
  await admin.openLive('/dashboard/admin/money');
  const ofAll = admin.page.locator('dl > div', { hasText: 'Customers have as store credit' });
  const [, before] = /\$([\d.]+)/.exec(await ofAll.innerText()) ?? [];
  const lineOf = [{ productId: product._id, amount: 1 }];
  const answer = { version: problem.version, outcome: 'credit', lines: lineOf };
  await call('farmer', 'PATCH', `/problems/${problem._id}/answer`, answer);
  await expect(account).toContainText(`Given back for order ${order.code}`);
  await expect(ofAll).toContainText(`$${(Number(before) + 1).toFixed(2)}`);
  for (const person of [customer, admin]) person.expectNoRefetch();
  await expectGoodOnAllScreens(page, 'store credit in the account', {
    only: '[aria-labelledby="credit-title"]',
  });

  await customer.openCheckoutWith(product._id);
  await customer.enterAddress();
  await page.getByRole('checkbox', { name: TICK }).check();
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('−$1.00');
  await expectGoodOnAllScreens(page, 'store credit at checkout', { only: 'fieldset' });
  // it is still used after a reload
  await page.reload();
  await expect(page.getByRole('checkbox', { name: TICK })).toBeChecked();
  await page.getByRole('radio', { name: /^Pay on delivery/ }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
  await expect(page.getByRole('complementary', { name: 'Total' })).toContainText(
    'By store credit$1.00',
  );
  await expectGoodOnAllScreens(page, 'an order that store credit pays in part');

  const orderId = new URL(page.url()).pathname.replace('/orders/', '');
  const next = await call('farmer', 'GET', `/orders/${orderId}`);
  await customer.openLive('/dashboard/customer/profile');
  await expect(account).toContainText('$0.00');
  const [part] = next.parts;
  const declined = { version: part.version, status: 'declined', declineReason: 'other' };
  await call('farmer', 'POST', `/orders/${orderId}/parts/${part._id}/changes`, declined);
  await expect(account).toContainText(`Not needed for order ${next.code}`);
  await expect(account).toContainText('$1.00');
  customer.expectNoRefetch();

  await admin.page.getByRole('button', { name: 'Check now' }).click();
  await expect(admin.page.getByText('Asked for by an admin')).toBeVisible();
  await expect(admin.page.getByText(/There are no differences\.$/)).toBeVisible();
});
