import { expect } from '@playwright/test';
import { tabTo } from './keyboard.js';
import { Person } from './people.js';
import { test } from './test.js';

const PRODUCT = 'Nantes Carrots';

test('a farmer fulfils an order with the keyboard alone, and the customer watches', async ({
  browser,
}) => {
  // every stop of the keyboard is a step of its own, and there are many
  test.setTimeout(240_000);
  const customer = await Person.arrive(browser, 'customer');
  const placed = await test.step('a customer orders', async () => {
    const { page } = customer;
    await page.goto(`/products?q=${encodeURIComponent(PRODUCT)}`);
    await page.getByRole('button', { name: `Add ${PRODUCT} to cart` }).click();
    await expect(page.getByRole('status').filter({ hasText: 'added to your cart' })).toBeVisible();
    await customer.checkOut();
    await expect(page.getByText('Processing').first()).toBeVisible();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    return /FG-\w+/.exec(title)?.[0] ?? '';
  });
  expect(placed).not.toBe('');

  const { page } = await Person.arrive(browser);
  const { keyboard } = page;
  const ticket = page.getByRole('article').filter({ hasText: placed });
  /** Goes from order to order with j until the one is there, wherever it hangs now. */
  const reach = async () => {
    const hangs = await page.getByRole('article').count();
    for (let stop = 0; stop <= hangs; stop++) {
      if (await ticket.evaluate((one) => one === one.ownerDocument.activeElement)) return;
      await keyboard.press('j');
    }
    throw new Error(`j does not reach ${placed}`);
  };

  await test.step('a farmer signs in and goes to the board', async () => {
    await page.goto('/auth');
    await tabTo(page, page.getByRole('button', { name: 'Demo farmer' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/products$/);
    await tabTo(page, page.getByRole('link', { name: 'My Products' }).first());
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'My Products' })).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Orders', exact: true }));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
    await expect(ticket).toBeVisible();
  });

  await test.step('? explains the keys, and Escape goes back', async () => {
    await keyboard.press('?');
    const help = page.getByRole('dialog');
    await expect(help).toBeVisible();
    await keyboard.press('Escape');
    await expect(help).toBeHidden();
  });

  await test.step('a accepts it, p packs it; k goes back to it', async () => {
    await reach();
    await keyboard.press('a');
    const pack = ticket.getByRole('button', { name: /^Mark packed/ });
    // it stands there as soon as the step before is shown, and takes no key until the server has it
    await expect(pack).toBeVisible();
    await expect(pack).not.toHaveAttribute('aria-busy');
    await reach();
    await keyboard.press('j');
    await keyboard.press('k');
    await reach();
    await keyboard.press('p');
    await expect(ticket.getByRole('button', { name: /^(Send out|Ready)/ })).toBeVisible();
  });

  await test.step('Enter opens it, and it is handed over there', async () => {
    await reach();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    for (const step of [/^(Send out|Ready)/, /^(Mark delivered|Mark collected|Collected)/]) {
      const button = page.getByRole('button', { name: step });
      await expect(button).toBeVisible();
      await expect(button).not.toHaveAttribute('aria-busy');
      await tabTo(page, button);
      await keyboard.press('Enter');
    }
    await expect(page.getByText('Delivered').first()).toBeVisible();
  });

  await expect(customer.page.getByText('Delivered').first()).toBeVisible();
  await expect(customer.page.getByText('Processing')).toHaveCount(0);
});
