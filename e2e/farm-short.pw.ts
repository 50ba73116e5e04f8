import { expect } from '@playwright/test';
import { ADDRESS, demoCaller, farmProduct } from './api.js';
import { Person } from './people.js';
import { test } from './test.js';

test('a farm shorts a product that two customers ordered, undoes it once, and they see it live', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const product = await farmProduct(call);
  const { name } = product;
  const place = () =>
    call('customer', 'POST', '/orders', {
      items: [{ productId: product._id, quantity: 3 }],
      address: ADDRESS,
    });
  const first = await place();
  const second = await place();

  const customer = await Person.open(browser, 'customer');
  await customer.openLive(`/orders/${second._id}`);
  const farmer = await Person.open(browser, 'farmer');
  const { page } = farmer;
  await farmer.openLive('/dashboard/farmer/pick-list');
  const row = page.getByRole('listitem').filter({ has: page.getByLabel(`Picked: ${name}`) });
  const dialog = page.getByRole('dialog');
  const field = (code: string) =>
    dialog.getByRole('textbox', { name: `Amount of Order ${code}`, exact: true });
  const short = async () => {
    await row.getByRole('button', { name: `Short, ${name}` }).click();
    await field(first.code).fill('2');
    await field(second.code).fill('2');
    await dialog.getByText('Not harvested', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Change 2 orders' }).click();
    await expect(page.getByText('2 orders held back.')).toBeVisible();
  };

  await short();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 orders held back.')).toBeHidden();
  farmer.traffic.reset();

  await short();
  // sent by itself, when it can no longer be undone
  await expect(page.getByText('2 orders changed')).toBeVisible();
  expect(farmer.traffic.calls.filter((one) => one.includes('/changes'))).toHaveLength(2);
  await expect(row.getByText(/^2 of 3/)).toHaveCount(2);

  const line = customer.page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(line).toContainText(/^\D*3\D*2\D/);
  customer.expectNoRefetch();
});
