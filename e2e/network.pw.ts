import { expect } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';
import { Person } from './people.js';
import { test } from './test.js';
import { showTicket } from './tickets.js';

/** A name that a machine has in its network. By http a page of it is no secure context, unlike one of localhost. */
const NAME = 'farm.test';

test.use({
  baseURL: `http://${NAME}:${process.env.E2E_PORT}`,
  launchOptions: {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
});

/** Signs a demo account in with its password. */
async function signIn({ page }: Person, email: string): Promise<void> {
  await page.goto('/sign-in');
  expect(await page.evaluate('window.isSecureContext')).toBe(false);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('farmgate-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/products$/);
}

test('by a name in the network a customer buys, and a farmer accepts and saves a product', async ({
  browser,
}) => {
  const [customer, farmer] = await Promise.all([Person.open(browser), Person.open(browser)]);
  await signIn(customer, 'noah.fitzgerald@demo.farmgate.test');
  await signIn(farmer, 'ruth.okafor@demo.farmgate.test');
  await farmer.openLive('/dashboard/farmer/orders');

  await customer.fillCart('Nantes Carrots');
  await customer.checkOut();
  const title = customer.page.getByRole('heading', { level: 1, name: /FG-/ });
  const code = /FG-\w+/.exec(await title.innerText())?.[0] ?? '';
  await customer.traffic.settleLive();

  await test.step('the farmer sees the order, and the customer its acceptance, live', async () => {
    const order = await showTicket(farmer.page, code);
    await order.getByRole('button', { name: `Accept, order ${code}` }).click();
    await expect(customer.page.getByText('Accepted').first()).toBeVisible();
    for (const person of [customer, farmer]) person.expectNoRefetch();
  });

  await test.step('the farmer saves a product', async () => {
    const { page } = farmer;
    await page.goto('/dashboard/farmer/products');
    await page.getByRole('link', { name: 'Add a product' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Kitchen Table Chard');
    await page.getByLabel('Category').selectOption({ label: 'Greens' });
    await page.getByLabel('Price in dollars').fill('3.20');
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await expect(page).toHaveURL(/\/products\/[0-9a-f]{24}$/);
  });

  await test.step('the link of a product is shown, because it can be neither shared nor copied', async () => {
    const { page } = customer;
    await page.goto('/products?q=Nantes%20Carrots');
    await page.getByRole('link', { name: 'Nantes Carrots', exact: true }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByLabel('Link to this product');
    await expect(link).toHaveValue(page.url());
    await expect(link).toBeFocused();
  });
});
