import { expect } from '@playwright/test';
import { ADDRESS, demoCaller } from './api.js';
import { Person } from './people.js';
import { expectAccessible, expectNoHorizontalOverflow } from './screen-checks.js';
import { test } from './test.js';
import { showTicket } from './tickets.js';

test('a shopper adds to an open order, and the farm sees it at once', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const { products } = await call('customer', 'GET', '/products?limit=100&inStock=true');
  const [ordered, added] = products
    .filter(({ farmSlug }) => farmSlug === 'hollow-creek-farm')
    .sort((a, b) => b.available - a.available);
  if (!ordered || !added) throw new Error('the demo farm sells two products');

  const farm = await Person.open(browser, 'farmer');
  await farm.openLive('/dashboard/farmer/orders?day=all');
  const shopper = await Person.open(browser, 'customer');
  const { page } = shopper;
  await shopper.openLive(`/products/${added._id}`);
  // the demo customer may have older open orders
  const items = [{ productId: ordered._id, quantity: ordered.minimum }];
  const order = await call('customer', 'POST', '/orders', { items, address: ADDRESS });
  await showTicket(farm.page, order.code);

  const add = page.getByRole('button', { name: /^Add to my \w+ order: / }).first();
  await add.click();
  const panel = page.getByRole('dialog', { name: /^Add to my \w+ order$/ });
  const code = await panel.getByRole('link', { name: /^Order / }).innerText();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoHorizontalOverflow(page, `the panel at ${width} px`);
  }
  await expectAccessible(page, 'the panel that adds to an order');
  await panel.getByRole('button', { name: 'Add to the order' }).click();
  await expect(page.getByText('Added to your order')).toBeVisible();
  await expect(panel).toBeHidden();

  const changed = await showTicket(farm.page, code.replace('Order ', ''));
  await expect(changed).toContainText(added.name);
  await page.getByRole('button', { name: 'See order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code);
  await expect(page.getByRole('list', { name: /^What you ordered/ }).first()).toContainText(
    added.name,
  );

  // on cards too
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/products');
    await expect(
      page.getByRole('button', { name: /^Add to my \w+ order: / }).first(),
    ).toBeVisible();
    await expectNoHorizontalOverflow(page, `cards at ${width} px`);
    await expectAccessible(page, `cards at ${width} px`);
  }
});
