import { expect } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

const DAYS = '/dashboard/farmer/days';

test('a farmer adds a Friday pickup, sees its dates, and closes one while another page follows', async ({
  browser,
}) => {
  const [desk, phone] = [
    await Person.open(browser, 'farmer'),
    await Person.open(browser, 'farmer'),
  ];
  await phone.openLive(DAYS);
  const { page } = desk;
  await page.goto(DAYS);
  await page.getByRole('link', { name: 'Add days' }).click();
  await page.getByText('Fri', { exact: true }).click();
  const preview = page.getByRole('region', { name: 'The next four weeks' });
  await expect(preview.getByRole('listitem').last()).toContainText(/Fri, .*4–7 PM.*order until/);
  await page.getByLabel('Orders per day').fill('40');
  await page.getByLabel('Name', { exact: true }).fill('Friday at the barn');
  await page.getByRole('button', { name: 'Save' }).click();

  for (const { page: one } of [desk, phone]) {
    await expect(one.getByRole('heading', { name: 'Friday at the barn' })).toBeVisible();
    await expect(one.getByText('0 of 40 places taken').last()).toBeVisible();
  }
  const closing = (one: typeof page) => one.getByRole('button', { name: /^Close: .*at the barn$/ });
  const open = await closing(phone.page).count();
  await closing(page).last().click();
  await expect(page.getByRole('button', { name: /^Open again: .*at the barn$/ })).toBeVisible();
  await expect(closing(phone.page)).toHaveCount(open - 1);
  phone.expectNoRefetch();
  expect(phone.traffic.calls.filter((call) => /schedules|slots/.test(call))).toEqual([]);

  await page.getByRole('button', { name: 'Remove: Friday at the barn' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(phone.page.getByRole('heading', { name: 'Friday at the barn' })).toHaveCount(0);
});
