import { expect } from '@playwright/test';
import { marketFee } from '../libs/contracts/src/ledger.js';
import { addDollars, toCents, toDollars } from '../libs/contracts/src/money.js';
import { demoCaller, orderFromFarm, takeUpTo } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

const FARM = 'Hollow Creek Farm';
const money = (dollars: number) => `$${dollars.toFixed(2)}`;

test('an order is handed over, and farm, admin and customer have the same numbers at once', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const { order } = await orderFromFarm(call);
  const [{ _id: partId, version, subtotal }] = order.parts;
  const partPath = `/orders/${order._id}/parts/${partId}`;
  await takeUpTo(call, order, 'on_its_way');

  const farm = await Person.open(browser, 'farmer');
  const admin = await Person.open(browser, 'admin');
  const customer = await Person.open(browser, 'customer');
  await farm.openLive('/dashboard/farmer/money');
  await admin.openLive('/dashboard/admin/money');
  await customer.openLive(`/orders/${order._id}`);
  const balances = admin.page.getByRole('table', { name: 'What is owed to whom' });
  const row = balances.getByRole('row').filter({ hasText: FARM });
  const entries = farm.page.getByRole('table', { name: 'What was booked, newest first' });
  const entry = entries.getByRole('row').filter({ hasText: `Order ${order.code}` });
  await expect(customer.page.getByRole('heading', { name: 'Who got what' })).toBeHidden();
  const before = await row.getByRole('cell').first().innerText();
  // the demo's past was closed when the shop opened
  await expect(farm.page.getByText('Closed', { exact: true }).first()).toBeVisible();

  await call('farmer', 'PATCH', partPath, { version: version + 3, status: 'delivered' });
  const fee = toDollars(marketFee(toCents(subtotal), 800));
  const [paid, kept] = [money(subtotal), money(addDollars(subtotal, -fee))];
  await expect(entry).toContainText(
    `Of ${paid} you get ${kept}: ${money(fee)} is the market’s 8 %.`,
  );
  await expect(customer.page.getByRole('region', { name: 'Who got what' })).toContainText(
    `Of ${paid} ${FARM} gets ${kept}: ${money(fee)} is the market’s 8 %.`,
  );
  await expect(row).not.toContainText(before);
  const [owed = ''] = /\$[\d,.]+/.exec(await row.innerText()) ?? [];
  // by card the market has the money, and owes it
  await expect(farm.page.getByText(`The market owes you ${owed}`, { exact: true })).toBeVisible();
  for (const { traffic } of [farm, admin]) {
    expect(traffic.loads, 'page loads').toBe(0);
    expect(traffic.calls).toEqual([]);
  }
  customer.expectNoRefetch();

  await expectGoodOnAllScreens(farm.page, 'the books of a farm');
  await expectGoodOnAllScreens(customer.page, 'an order with its money');
  await admin.page.getByRole('button', { name: `Mark a payout to ${FARM}` }).click();
  await admin.page.getByLabel('Reference').fill('IN-2026-11');
  await expectGoodOnAllScreens(admin.page, 'a payment on the money desk');
  await admin.page.getByRole('button', { name: 'Mark it as paid' }).click();
  await expect(admin.page.getByText('The payout is booked')).toBeVisible();
  await expectGoodOnAllScreens(admin.page, 'the money desk');
  await expect(row).toContainText('Even');
  await expect(farm.page.getByText('You and the market are even', { exact: true })).toBeVisible();
  await expect(entries).toContainText('Reference: IN-2026-11');
  expect(farm.traffic.calls).toEqual([]);

  await admin.page.getByRole('button', { name: 'Check now' }).click();
  await expect(admin.page.getByText('Asked for by an admin')).toBeVisible();
  await expect(admin.page.getByText(/There are no differences\.$/)).toBeVisible();
});

test('a farm is paid to an account at the test bank, and by bank again', async ({ browser }) => {
  const { page } = await Person.open(browser, 'farmer');
  await page.goto('/dashboard/farmer/money');
  const payouts = page.getByRole('region', { name: 'Payouts' });
  await expect(payouts).toContainText('By bank, from the market.');
  await payouts.getByRole('button', { name: 'Open an account at the test bank' }).click();
  await expect(page.getByRole('heading', { name: 'The test bank' })).toBeVisible();
  await expectGoodOnAllScreens(page, 'the page of the test bank');
  await page.getByRole('button', { name: 'Enter my data' }).click();
  await expect(payouts).toContainText('To your account at the test bank.');
  await expectGoodOnAllScreens(page, 'the books with an account');
  await payouts.getByRole('button', { name: 'Be paid by bank again' }).click();
  await expect(payouts).toContainText('By bank, from the market.');
});
