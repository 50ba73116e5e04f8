import { expect } from '@playwright/test';
import { demoCaller, farmProduct } from './api.js';
import { Person } from './people.js';
import { expectNoHorizontalOverflow } from './screen-checks.js';
import { test } from './test.js';

const BOARD = '/dashboard/farmer/orders';
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };

interface Slot {
  readonly _id: string;
  readonly farmId: string;
  readonly scheduleId: string;
  readonly date: string;
}

test('a farmer sees the days count live while a customer orders, opens the day, and prints labels and run sheet', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const schedule = await call('farmer', 'POST', '/schedules', {
    name: 'Round with the van',
    method: 'delivery',
    place: null,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    everyWeeks: 1,
    window: { from: '09:00', to: '12:00' },
    cutOff: { daysBefore: 1, time: '00:00' },
    capacity: null,
    areas: [],
    from: '2026-01-04',
    until: null,
    exceptions: [],
  });
  const { slots } = (await call('farmer', 'GET', '/slots/mine')) as unknown as { slots: Slot[] };
  const own = slots.filter(({ scheduleId }) => scheduleId === schedule._id);
  // a day without orders of other tests, and the one after it
  const [slot, next] = own.slice(-2) as [Slot, Slot];
  const product = await farmProduct(call);
  const order = async (
    { _id: slotId, farmId }: Slot,
    address: { recipient: string; line1: string; city: string; postalCode: string },
  ) => {
    const made = (await call('customer', 'POST', '/orders', {
      items: [{ productId: product._id, quantity: product.minimum }],
      address: { phone: '518 555 0100', state: 'NY', ...address },
      farms: { [farmId]: { fulfilment: 'delivery', slotId, note: 'The dog is friendly' } },
    })) as unknown as { _id: string; code: string; parts: [{ _id: string }] };
    return made;
  };
  const hudson = {
    recipient: 'Ann Hudson',
    line1: '1 Elm St',
    city: 'Hudson',
    postalCode: '12534',
  };
  const albany = { recipient: 'Al Albany', line1: '2 Oak St', city: 'Albany', postalCode: '12207' };
  const lost = { recipient: 'Lou Lost', line1: '3 Ash St', city: 'Nowhere', postalCode: '00001' };

  const farmer = await Person.open(browser, 'farmer');
  const { page } = farmer;
  const desk = await Person.open(browser, 'farmer');
  const days = desk.page.getByRole('group', { name: 'Orders by day' });
  const name = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(slot.date));
  const chip = days.getByRole('button', { name });

  const first = await order(next, hudson);
  await desk.openLive(`${BOARD}?day=${slot.date}`);
  await test.step('the count of the day follows orders and declines', async () => {
    await expect(chip).toHaveText(`${name} 0`);
    await order(slot, albany);
    await expect(chip).toHaveText(`${name} 1`);
    await order(slot, hudson);
    await order(slot, lost);
    await expect(chip).toHaveText(`${name} 3`);
    await expect(desk.page.getByRole('article')).toHaveCount(3);
    await expect(desk.page.getByRole('article').filter({ hasText: first.code })).toHaveCount(0);
    desk.expectNoRefetch();
    expect(desk.traffic.calls.filter((path) => path.includes('order-days'))).toEqual([]);
  });

  await test.step('the labels of the day are printed, and follow its orders', async () => {
    await page.goto(`/dashboard/farmer/days`);
    await page
      .getByRole('link', { name: new RegExp(`^The orders: ${name}, Round with the van`) })
      .click();
    await page.getByRole('link', { name: 'Print labels' }).click();
    await expect(page.getByText(/^3 labels: /)).toBeVisible();
    const label = page.getByRole('listitem').filter({ hasText: albany.line1 });
    await expect(label).toContainText('9 AM–12 PM');
    await expect(label).toContainText('“The dog is friendly”');
    await page.emulateMedia({ media: 'print' });
    const box = await label.boundingBox();
    // 99.1 × 67.7 mm at 96 pixels per inch
    expect(Math.round(box?.width ?? 0)).toBe(375);
    expect(Math.round(box?.height ?? 0)).toBe(256);
    await page.emulateMedia({ media: null });
    await page.setViewportSize(NARROW);
    await expectNoHorizontalOverflow(page, 'the labels');
  });

  await test.step('the run sheet has the stops, and those without a place come last', async () => {
    await page.goto(`${BOARD}?day=${slot.date}`);
    await page.getByRole('button', { name: 'Print and plan' }).click();
    await page.getByRole('menuitem', { name: 'Run sheet' }).click();
    await expect(page.getByText(/^3 stops: /)).toBeVisible();
    await expectNoHorizontalOverflow(page, 'the run sheet');
    await expect(page.getByRole('article')).toHaveCount(3);
    const unknown = page.getByRole('region', { name: 'Not on the round' });
    await expect(unknown.getByRole('article', { name: 'Stop 3: Lou Lost' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Map: Al Albany' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.openstreetmap\.org\/search\?query=2%20Oak%20St/,
    );
    await farmer.traffic.settleLive();
    const stop = page.getByRole('article').filter({ hasText: albany.line1 });
    const code = /FG-\w+/.exec(await stop.innerText())?.[0] ?? '';
    await desk.page
      .getByRole('article')
      .filter({ hasText: code })
      .getByRole('button', { name: /^Accept/ })
      .click();
    await expect(stop).toContainText('Accepted');
    for (const step of ['Mark packed', 'Send out', 'Mark delivered'])
      await stop.getByRole('button', { name: new RegExp(`^${step}`) }).click();
    await expect(page.getByText(/^3 stops, 2 left: /)).toBeVisible();
    await expect(chip).toHaveText(`${name} 2`);
    expect(farmer.traffic.calls.filter((path) => path.startsWith('GET '))).toEqual([]);
  });

  await test.step('a phone begins with the next day that has orders', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(BOARD);
    const pressed = page
      .getByRole('group', { name: 'Orders by day' })
      .locator('[aria-pressed="true"]');
    await expect(pressed).toHaveText(/^(?!All|No day).* [1-9]\d*$/);
    await expect(pressed).toBeInViewport();
    await page.setViewportSize(NARROW);
    await expectNoHorizontalOverflow(page, 'the board');
  });
  // later orders of other tests have no day
  const { version } = schedule;
  await call('farmer', 'POST', `/schedules/${schedule._id}/remove`, {
    version,
    fate: { orders: 'keep' },
  });
});
