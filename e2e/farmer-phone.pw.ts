import { expect } from '@playwright/test';
import { demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';
import { expectNoHorizontalOverflow } from './screen-checks.js';
import { test } from './test.js';

test('a farmer works through an order with the thumb, on the smallest usual phone', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  await orderFromFarm(call);
  const { page } = await Person.open(browser, 'farmer');
  await page.setViewportSize({ width: 360, height: 640 });

  await test.step('the dashboard begins with the orders, and the first can be accepted without scrolling', async () => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/dashboard\/farmer\/orders$/);
    // the page begins with the next day that has orders, and the new one may be on another
    await page.getByRole('button', { name: /^All \d/ }).click();
    const accept = page.getByRole('button', { name: /^Accept, order/ }).first();
    await expect(accept).toBeInViewport({ ratio: 1 });
    // tickets move as orders come
    await expect.poll(async () => (await accept.boundingBox())?.height).toBeGreaterThanOrEqual(60);
    await expectNoHorizontalOverflow(page, 'the board');
  });

  const ticket = page.getByRole('article').first();
  const code = /FG-\w+/.exec(await ticket.innerText())?.[0] ?? '';
  const order = page.getByRole('article').filter({ hasText: code });
  await test.step('one tap per step', async () => {
    await order.getByRole('button', { name: /^Accept/ }).click();
    await page.getByRole('button', { name: /^Accepted/ }).click();
    await order.getByRole('button', { name: /^Mark packed/ }).click();
    await page.getByRole('button', { name: /^Packed/ }).click();
    await expect(order.getByRole('button', { name: /^(Send out|Ready)/ })).toBeVisible();
  });

  await test.step('an order is declined by a chip', async () => {
    await orderFromFarm(call);
    await page.getByRole('button', { name: /^New/ }).first().click();
    await page
      .getByRole('button', { name: /^Decline, order/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Customer asked', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a harvest is counted in with three taps', async () => {
    const bar = page.getByRole('navigation', { name: 'Main, on phones' });
    await bar.getByRole('link', { name: 'Products' }).click();
    await page
      .getByRole('button', { name: /^Harvest of/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Add 5' }).click();
    await sheet.getByRole('button', { name: 'Add 1', exact: true }).click();
    await expect(sheet.getByLabel('How much came in')).toHaveValue('6');
    await sheet.getByRole('button', { name: 'Change the stock' }).click();
    await expect(sheet).toBeHidden();
  });
});

test('what is held back covers no button of an order, at any width', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  await orderFromFarm(call);
  await orderFromFarm(call);
  const { page } = await Person.open(browser, 'farmer');
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/dashboard/farmer/orders?day=all');
    await page.getByRole('button', { name: /^Accept all/ }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeInViewport({ ratio: 1 });
    const bar = await undo.locator('xpath=../..').boundingBox();
    const buttons = page.getByRole('article').getByRole('button');
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      if (box && bar) expect(box.y >= bar.y + bar.height || box.y + box.height <= bar.y).toBe(true);
    }
    await expectNoHorizontalOverflow(page, 'the board with what is held back');
    await undo.click();
  }
});
