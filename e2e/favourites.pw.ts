import { expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

const LIST = '/dashboard/customer/favourites';
const hearts = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Favourite: / });

test('a heart pressed on one device is on the other at once, and gone there as well', async ({
  browser,
}) => {
  const [desk, phone] = [
    await Person.arrive(browser, 'customer'),
    await Person.arrive(browser, 'customer'),
  ];
  await desk.watch('/products');
  await phone.watch('/products');
  const name = (await hearts(desk.page).first().getAttribute('aria-label')) ?? '';
  const heart = (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(heart(phone.page)).toHaveAttribute('aria-pressed', 'false');
  await heart(desk.page).focus();
  await desk.page.keyboard.press('Enter');
  await expect(heart(phone.page)).toHaveAttribute('aria-pressed', 'true');
  phone.expectOnlyTold();

  await desk.watch(LIST);
  await expect(heart(desk.page)).toHaveAttribute('aria-pressed', 'true');
  await heart(phone.page).press(' ');
  await expect(heart(desk.page)).toHaveAttribute('aria-pressed', 'false');
  desk.expectOnlyTold();
  await desk.watch(LIST);
  await expect(heart(desk.page)).toHaveCount(0);
});

test('a visitor who presses a heart signs in, comes back, and has it marked', async ({
  browser,
}) => {
  const { page } = await Person.arrive(browser);
  await page.goto('/products?category=greens');
  const heart = hearts(page).first();
  const name = (await heart.getAttribute('aria-label')) ?? '';
  await heart.click();
  await page.getByLabel('E-mail address').fill('emma.castillo@demo.farmgate.test');
  await page.getByLabel('Password').fill('farmgate-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/products\?category=greens$/);
  const marked = page.getByRole('button', { name, exact: true });
  await expect(marked).toHaveAttribute('aria-pressed', 'true');
  await marked.click();
  await expect(marked).toHaveAttribute('aria-pressed', 'false');
});
