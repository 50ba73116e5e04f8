import { expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

const LIST = '/dashboard/customer/favourites';
const favouriteButtons = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Favourite: / });

test('a favourite added or removed on one device updates the other live', async ({ browser }) => {
  const [desk, phone] = [
    await Person.open(browser, 'customer'),
    await Person.open(browser, 'customer'),
  ];
  await desk.openLive('/products');
  await phone.openLive('/products');
  const name = (await favouriteButtons(desk.page).first().getAttribute('aria-label')) ?? '';
  const favouriteButton = (page: Page) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(favouriteButton(phone.page)).toHaveAttribute('aria-pressed', 'false');
  await favouriteButton(desk.page).focus();
  await desk.page.keyboard.press('Enter');
  await expect(favouriteButton(phone.page)).toHaveAttribute('aria-pressed', 'true');
  phone.expectNoRefetch();

  await desk.openLive(LIST);
  await expect(favouriteButton(desk.page)).toHaveAttribute('aria-pressed', 'true');
  await favouriteButton(phone.page).press(' ');
  await expect(favouriteButton(desk.page)).toHaveAttribute('aria-pressed', 'false');
  desk.expectNoRefetch();
  await desk.openLive(LIST);
  await expect(favouriteButton(desk.page)).toHaveCount(0);
});

test('a visitor who adds a favourite signs in, returns, and the favourite is added', async ({
  browser,
}) => {
  const { page } = await Person.open(browser);
  await page.goto('/products?category=greens');
  const first = favouriteButtons(page).first();
  const name = (await first.getAttribute('aria-label')) ?? '';
  await first.click();
  await page.getByLabel('E-mail address').fill('emma.castillo@demo.farmgate.test');
  await page.getByLabel('Password').fill('farmgate-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/products\?category=greens$/);
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});
