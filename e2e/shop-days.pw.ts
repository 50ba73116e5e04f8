import { expect } from '@playwright/test';
import { demoCaller, farmProduct } from './api.js';
import { Person } from './people.js';
import { test } from './test.js';

const ADDRESS = {
  ...{ recipient: 'Ann Miller', phone: '518 555 0100', line1: '12 Mill Lane' },
  ...{ city: 'Hudson', state: 'NY', postalCode: '12534' },
};
/** Every day in the afternoon, for three orders, until the end of the day before. */
const EVERY_DAY = {
  ...{ name: 'Every day', method: 'pickup', place: 'The barn, 10 Mill Road' },
  ...{ weekdays: [0, 1, 2, 3, 4, 5, 6], everyWeeks: 1, window: { from: '16:00', to: '19:00' } },
  ...{ cutOff: { daysBefore: 1, time: '23:59' }, capacity: 3, areas: [] },
  ...{ from: '2026-01-01', until: null, exceptions: [] },
};

interface Schedule {
  readonly _id: string;
  readonly version: number;
}
interface Slot {
  readonly _id: string;
  readonly date: string;
  readonly farmId: string;
  readonly scheduleId: string;
  readonly cutOffAt: string;
}

test('places that are taken elsewhere change on a product’s page and in the list of a day', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const schedule = (await call('farmer', 'POST', '/schedules', EVERY_DAY)) as Schedule;
  const answer = (await call('farmer', 'GET', '/slots/mine')) as unknown as { slots: Slot[] };
  const closesIn = ({ cutOffAt }: Slot) => Date.parse(cutOffAt) - Date.now();
  // a day that does not close during the test
  const slot = answer.slots.find(
    (one) => one.scheduleId === schedule._id && closesIn(one) > 3 * 3_600_000,
  );
  if (!slot) throw new Error('a schedule of every day has slots');
  const product = await farmProduct(call);
  const order = () =>
    call('customer', 'POST', '/orders', {
      items: [{ productId: product._id, quantity: product.minimum }],
      address: ADDRESS,
      farms: { [slot.farmId]: { fulfilment: 'pickup', slotId: slot._id } },
    });

  const [onPage, inList] = [await Person.open(browser), await Person.open(browser)];
  await onPage.openLive(`/products/${product._id}`);
  const days = onPage.page.getByRole('region', { name: 'Pickup and delivery days' });
  await expect(days).toContainText('3 places left');
  await inList.openLive(`/products?day=${slot.date}&farm=${slot.farmId}`);
  const card = inList.page
    .getByRole('article')
    .filter({ has: inList.page.locator(`a[href="/products/${product._id}"]`) });
  await expect(card).toContainText('Pickup');
  await inList.traffic.settleLive();

  await order();
  await expect(days).toContainText('2 places left');
  await order();
  await order();
  await expect(days).toContainText('(full)');
  await expect(card).toContainText(/ is full/);
  for (const person of [onPage, inList]) person.expectNoRefetch();

  await call('farmer', 'POST', `/schedules/${schedule._id}/remove`, {
    version: schedule.version,
    fate: { orders: 'cancel', reason: 'The van broke down' },
  });
});

test('a visitor filters by day, in the URL', async ({ browser, request }) => {
  const call = await demoCaller(request);
  const schedule = (await call('farmer', 'POST', '/schedules', {
    ...EVERY_DAY,
    ...{ method: 'delivery', place: null, areas: ['125'], capacity: null, name: 'Round' },
  })) as Schedule;
  const { page } = await Person.open(browser);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/products');
  await page.getByRole('group', { name: 'Day' }).getByRole('radio').nth(2).check();
  await expect(page).toHaveURL(/\/products\?day=\d{4}-\d\d-\d\d$/);
  const day = new URL(page.url()).searchParams.get('day');
  const all = await call('customer', 'GET', '/products');
  const { total } = await call('customer', 'GET', `/products?day=${day}`);
  expect(total).toBeLessThan(all.total);
  await expect(page.getByText(`${total} products`, { exact: true })).toBeVisible();
  await call('farmer', 'POST', `/schedules/${schedule._id}/remove`, { version: schedule.version });
});
