import { expect } from '@playwright/test';
import { ADDRESS, type Call, demoCaller, farmProduct } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens, open, setScreen } from './screen-checks.js';
import { test } from './test.js';

const FARM = 'Hollow Creek Farm';
const CARD = 'Test card •••• 4242';

/** The demo customer orders twice the minimum of a product of the demo farm, by a card that is saved. */
async function orderByCard(call: Call) {
  const product = await farmProduct(call);
  const quantity = product.minimum * 2;
  await call('customer', 'DELETE', '/cart');
  const cart = await call('customer', 'PUT', `/cart/items/${product._id}`, { quantity });
  const hold = await call('customer', 'POST', '/checkout/holds', { version: cart.version });
  const items = [{ productId: product._id, quantity }];
  const order = { items, holdId: hold._id, address: ADDRESS, payment: 'card' };
  const goods = Math.round(product.price * quantity * 100) / 100;
  const card = { kind: 'new', tokens: ['success'], save: true };
  // pickup and free delivery cost nothing
  const fulfilment = { farms: { [product.farmId]: { fulfilment: 'pickup' } } };
  const body = { ...order, ...fulfilment };
  await call('customer', 'POST', '/checkout/payments', { order: body, card, total: goods });
  return { placed: await call('customer', 'POST', '/orders', body), product };
}

test('a card pays what came, the order says so live, and its receipt is mailed, read and printed', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const { placed, product } = await orderByCard(call);
  const { _id: orderId, code } = placed;
  const customer = await Person.open(browser, 'customer');
  const { page } = customer;
  await customer.openLive(`/orders/${orderId}`);
  const part = page.getByRole('region', { name: FARM, exact: true });
  await expect(part).toContainText(`held on ${CARD}`);

  const [{ _id: partId, version }] = placed.parts;
  const path = `/orders/${orderId}/parts/${partId}`;
  const short = {
    lines: [{ productId: product._id, quantity: product.minimum }],
    declineReason: 'not_harvested',
  };
  await call('farmer', 'PATCH', path, { version, status: 'accepted' });
  await call('farmer', 'POST', `${path}/changes`, { version: version + 1, ...short });
  for (const [at, status] of ['packed', 'ready_for_pickup', 'delivered'].entries())
    await call('farmer', 'PATCH', path, { version: version + 2 + at, status });
  const paid = `$${(Math.round(product.price * product.minimum * 100) / 100).toFixed(2)}`;
  await expect(part).toContainText(`${paid} paid by ${CARD}.`);
  await expect(page.getByRole('complementary', { name: 'Total' })).toContainText(`Paid${paid}`);
  customer.expectNoRefetch();
  await expectGoodOnAllScreens(page, 'an order that a card has paid');

  await expect
    .poll(async () => (await request.get('/dev/mail')).text())
    .toContain(`Your receipt for order ${code}`);
  await open(page, '/inbox');
  await page
    .getByRole('listitem')
    .filter({ hasText: `Your receipt for order ${code}` })
    .getByRole('link', { name: 'See your receipt' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Receipt ${code}` })).toBeVisible();
  const sheet = page.getByRole('article', { name: `Receipt ${code}` });
  await expect(sheet.getByRole('region', { name: FARM })).toContainText('Less comes');
  await expect(sheet).toContainText(`Paid: ${CARD}${paid}`);
  await expect(sheet).toContainText('Northampton, MA 01060');
  await expectGoodOnAllScreens(page, 'a receipt');

  await test.step('on paper it is one A4 sheet of the receipt alone, in one ink', async () => {
    await setScreen(page, 1280, 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    const paper = await page.pdf({ preferCSSPageSize: true });
    const text = paper.toString('latin1');
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    // 210 × 297 mm in points
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    await page.emulateMedia({ media: null });
  });

  await test.step('the saved card is removed', async () => {
    await open(page, '/dashboard/customer/profile');
    const cards = page.getByRole('region', { name: 'Saved cards' });
    await expect(cards).toContainText(CARD);
    await expectGoodOnAllScreens(page, 'saved cards');
    await cards
      .getByRole('button', { name: `Remove ${CARD}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Remove this card?' });
    await expectGoodOnAllScreens(page, 'the question before a card is removed');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Card removed')).toBeVisible();
  });
});
