import { expect } from '@playwright/test';
import sharp from 'sharp';
import { marketFee } from '../libs/contracts/src/ledger.js';
import { toCents, toDollars } from '../libs/contracts/src/money.js';
import { demoCaller, orderFromFarm, takeUpTo } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

const FARM = 'Hollow Creek Farm';
const money = (dollars: number) => `$${dollars.toFixed(2)}`;

test('a problem is reported with a picture, refunded in part, and all see the same numbers', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const { order, product } = await orderFromFarm(call);
  const [{ subtotal }] = order.parts;
  await takeUpTo(call, order, 'delivered');

  const farm = await Person.open(browser, 'farmer');
  const books = await Person.open(browser, 'farmer');
  const admin = await Person.open(browser, 'admin');
  const customer = await Person.open(browser, 'customer');
  await farm.openLive('/dashboard/farmer/problems');
  await books.openLive('/dashboard/farmer/money');
  await admin.openLive('/dashboard/admin/problems');
  await customer.openLive(`/orders/${order._id}`);
  const entries = books.page.getByRole('table', { name: 'What was booked, newest first' });
  await expect(entries).toContainText(`Order ${order.code}`);
  for (const { traffic } of [farm, books, admin]) traffic.reset();

  await test.step('the customer reports it', async () => {
    const { page } = customer;
    await page
      .getByRole('button', { name: `Report a problem with what came from ${FARM}` })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(product.name, { exact: true }).click();
    await dialog.getByLabel(`What is wrong with ${product.name}?`).selectOption('damaged');
    await dialog.getByLabel('In your words').fill('They are crushed.');
    const create = { width: 400, height: 300, channels: 3, background: '#a33' } as const;
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'crushed.png',
      mimeType: 'image/png',
      buffer: await sharp({ create }).png().toBuffer(),
    });
    await expect(dialog.getByAltText('Picture 1 of the problem')).toBeVisible();
    await expectGoodOnAllScreens(page, 'a report');
    await dialog.getByRole('button', { name: 'Send the report' }).click();
    await expect(page.getByText('The farm has your report')).toBeVisible();
    await expect(page.getByText('Waits for an answer')).toBeVisible();
  });

  const answer = { name: `Answer the report about ${order.code}` };
  const refund = toDollars(Math.floor(toCents(subtotal) / 2));
  await test.step('the farm sees it at once and refunds a part of it', async () => {
    const { page } = farm;
    await page.getByRole('button', answer).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('“They are crushed.”')).toBeVisible();
    await expect(dialog.getByAltText('Picture 1 of the problem')).toBeVisible();
    await dialog.getByLabel(`Refund of ${product.name}`).fill(refund.toFixed(2));
    await expectGoodOnAllScreens(page, 'an answer');
    await expect(admin.page.getByRole('button', answer)).toBeVisible();
    await dialog.getByRole('button', { name: 'Refund it' }).click();
    await expect(page.getByText('The customer has your answer')).toBeVisible();
  });

  await test.step('customer, admin and books have the same numbers', async () => {
    const words = `The farm pays ${money(refund)} back.`;
    for (const { page } of [customer, farm, admin])
      await expect(page.getByText(words).first()).toBeVisible();
    await expect(customer.page.getByText('Given back of it')).toBeVisible();
    const kept = toCents(subtotal) - toCents(refund);
    const fee = marketFee(toCents(subtotal), 800) - marketFee(kept, 800);
    const row = entries.getByRole('row').filter({ hasText: money(refund) });
    await expect(row.filter({ hasText: money(toDollars(fee)) }).first()).toBeVisible();
    for (const { traffic } of [books, admin]) {
      expect(traffic.loads, 'page loads').toBe(0);
      expect(traffic.calls).toEqual([]);
    }
    await expectGoodOnAllScreens(customer.page, 'an order with a report');
    await expectGoodOnAllScreens(farm.page, 'the reports of a farm');
    await expectGoodOnAllScreens(admin.page, 'the reports of all farms');
  });
});
