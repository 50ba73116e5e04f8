import { type Browser, expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { open } from './screen-checks.js';
import { placeFarmOrder } from './screens.js';
import { test } from './test.js';

const HOUR_MS = 3_600_000;
const AGE = /(\d+) (min|h|days?) ago|just now/;
const MINUTES = { min: 1, h: 60, day: 1_440, days: 1_440 };

/** The ages on the page, in minutes, in their order. */
async function agesOn(page: Page): Promise<number[]> {
  await expect(page.getByText(AGE).first()).toBeVisible();
  const texts = await page.getByText(AGE).allTextContents();
  return texts.map((text) => {
    const [, count = '0', unit = 'min'] = AGE.exec(text) ?? [];
    return Number(count) * MINUTES[unit as keyof typeof MINUTES];
  });
}

/** Opens pages on a device whose clock is so many hours ahead, and returns the ages that they show. */
async function agesAt(browser: Browser, hours: number): Promise<number[][]> {
  const ages = [];
  for (const [role, path] of [
    [undefined, '/products'],
    [undefined, '/products?sort=newest'],
    ['farmer', '/dashboard/farmer/orders'],
  ] as const) {
    const { page } = await Person.open(browser, role);
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await open(page, path);
    // the faked clock hides when the page was requested: the socket tells the server's
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    ages.push(await agesOn(page));
    // texts that are updated each minute
    await page.clock.fastForward(70_000);
    ages.push(await agesOn(page));
    await page.context().close();
  }
  return ages;
}

test('ages and days do not depend on the device’s clock', async ({ browser, request }) => {
  await placeFarmOrder(request);
  await Person.open(browser, 'farmer');
  const right = await agesAt(browser, 0);
  expect(right.flat().length).toBeGreaterThan(10);
  for (const hours of [3, -3]) {
    const shown = await agesAt(browser, hours);
    for (const [page, ages] of shown.entries())
      for (const [place, minutes] of ages.entries()) {
        const difference = Math.abs(minutes - (right[page]?.[place] ?? Number.NaN));
        // an hour may have passed between the two, but not three
        expect(difference, `page ${page}, text ${place}, ${hours} h`).toBeLessThan(2 * 60 + 1);
      }
  }
});
