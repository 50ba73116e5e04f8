import { expect } from '@playwright/test';
import sharp from 'sharp';
import { demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

const FARM = 'Hollow Creek Farm';

test('a customer and a farm write to each other, and an admin removes what is reported', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const { order } = await orderFromFarm(call);
  const farm = await Person.open(browser, 'farmer');
  const admin = await Person.open(browser, 'admin');
  const customer = await Person.open(browser, 'customer');
  await farm.openLive('/dashboard/farmer/orders?day=all');
  await admin.openLive('/dashboard/admin/reported-messages');
  await customer.openLive(`/orders/${order._id}`);
  for (const { traffic } of [farm, admin]) traffic.reset();

  await test.step('the customer writes, with a picture', async () => {
    const { page } = customer;
    await page.getByRole('button', { name: `Messages with ${FARM}` }).click();
    const field = page.getByLabel(`Your message to ${FARM}`);
    await field.fill('Can you leave it at this gate?\nMore at www.evil.example');
    await page.getByText('Add pictures').first().click();
    const create = { width: 400, height: 300, channels: 3, background: '#3a5' } as const;
    await page.locator('input[type=file]').setInputFiles({
      name: 'gate.png',
      mimeType: 'image/png',
      buffer: await sharp({ create }).png().toBuffer(),
    });
    await expect(page.getByAltText('Picture 1 of the message')).toBeVisible();
    await field.press('Control+Enter');
    await expect(page.getByText('Sent', { exact: true })).toBeVisible();
    await expectGoodOnAllScreens(page, 'a conversation');
  });

  await test.step('the farm sees it on the board, opens it and answers', async () => {
    const { page } = farm;
    const unread = page.getByRole('link', { name: `1 new message about ${order.code}` });
    await expect(unread).toBeVisible();
    expect(farm.traffic.calls).toEqual([]);
    await unread.click();
    await expect(page.getByText('Can you leave it at this gate?')).toBeVisible();
    await expect(customer.page.getByText('Read', { exact: true })).toBeVisible();
    await page.getByLabel(/^Your message to/).fill('Gladly.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(customer.page.getByText('Gladly.')).toBeVisible();
  });

  await test.step('the farm reports the message, and an admin removes it for both', async () => {
    await farm.page.getByRole('button', { name: /^Report the message/ }).click();
    const dialog = farm.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('An advertisement');
    await dialog.getByRole('button', { name: 'Report it' }).click();
    const { page } = admin;
    const card = page.getByRole('article').filter({ hasText: order.code });
    await expect(card).toContainText('www.evil.example');
    await expectGoodOnAllScreens(page, 'a reported message');
    await card.getByRole('button', { name: /^Remove the message/ }).click();
    const decision = page.getByRole('dialog');
    await decision.getByLabel('Reason').fill('It is one');
    await decision.getByRole('button', { name: 'Remove', exact: true }).click();
    for (const one of [customer, farm]) {
      await expect(one.page.getByText('Farmgate removed this message.')).toBeVisible();
      await expect(one.page.getByText(/evil/)).toHaveCount(0);
    }
  });
});
