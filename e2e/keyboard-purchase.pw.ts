import { expect, type Locator } from '@playwright/test';
import { tabTo } from './keyboard.js';
import { Person } from './people.js';
import { test } from './test.js';

const PRODUCT = 'Nantes Carrots';
test('a customer buys by keyboard, from the product to the order', async ({ browser }) => {
  const { page } = await Person.open(browser, 'customer');
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };

  await test.step('finds the product and adds it to the cart', async () => {
    await page.goto('/products');
    await tabTo(page, page.getByPlaceholder('Search fresh produce...').first());
    await page.keyboard.type(PRODUCT);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/q=/);
    await press(page.getByRole('button', { name: `Add ${PRODUCT} to cart` }));
    await expect(
      page.getByRole('status').filter({ hasText: `${PRODUCT} has been added to your cart.` }),
    ).toBeVisible();
  });

  await test.step('opens the cart and the checkout', async () => {
    await press(page.getByRole('link', { name: /^Cart/ }).first());
    await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeFocused();
    await press(page.getByRole('link', { name: 'Checkout' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();
    await expect(page.getByRole('timer')).toBeVisible();
  });

  await test.step('enters an address and a note, and orders', async () => {
    const another = page.getByRole('button', { name: 'Use another address' });
    await expect(another.or(page.getByLabel('Street and number'))).toBeVisible();
    if (await another.isVisible()) await press(another);
    await type('Phone', '518 555 0100');
    await type('Street and number', '7 Orchard Road');
    await type('City', 'Kinderhook');
    await type('State', 'New York');
    await type('ZIP code', '12106');
    await press(page.getByRole('button', { name: 'Save address' }));
    await expect(page.getByRole('radio', { name: /7 Orchard Road/ })).toBeChecked();
    await press(page.getByText('Add a note').last());
    await tabTo(page, page.getByLabel(/^Note for/).last());
    await page.keyboard.type('Ring twice, please');
    await press(page.getByRole('button', { name: 'Place order' }), 'Space');
  });

  await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Ring twice, please')).toBeVisible();
  await expect(page.getByText('Delivery to 7 Orchard Road, Kinderhook')).toBeVisible();
});
