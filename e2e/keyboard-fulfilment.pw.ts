import { expect } from '@playwright/test';
import { tabTo } from './keyboard.js';
import { Person } from './people.js';
import { test } from './test.js';
import { showTicket } from './tickets.js';

const PRODUCT = 'Nantes Carrots';

test('a farmer fulfils an order by keyboard, and the customer sees it live', async ({
  browser,
}) => {
  // an account of its own: other tests fill the demo customer's cart meanwhile
  const customer = await Person.signUp(browser, 'customer', 'Hazel');
  const code = await test.step('a customer orders', async () => {
    const { page } = customer;
    await page.goto(`/products?q=${encodeURIComponent(PRODUCT)}`);
    await page.getByRole('button', { name: `Add ${PRODUCT} to cart` }).click();
    await expect(page.getByRole('status').filter({ hasText: 'added to your cart' })).toBeVisible();
    await customer.checkOut();
    await expect(page.getByText('Processing').first()).toBeVisible();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    return /FG-\w+/.exec(title)?.[0] ?? '';
  });
  expect(code).not.toBe('');

  const { page } = await Person.open(browser);
  const { keyboard } = page;
  const orderCard = page.getByRole('article').filter({ hasText: code });
  /** Presses j until the order has the focus; its position may have changed. */
  const focusTicket = async () => {
    const ticketCount = await page.getByRole('article').count();
    for (let stop = 0; stop <= ticketCount; stop++) {
      if (await orderCard.evaluate((one) => one === one.ownerDocument.activeElement)) return;
      await keyboard.press('j');
    }
    throw new Error(`j does not reach ${code}`);
  };

  await test.step('a farmer signs in and goes to the board', async () => {
    await page.goto('/auth');
    await tabTo(page, page.getByRole('button', { name: 'Demo farmer' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/products$/);
    await tabTo(page, page.getByRole('link', { name: 'My Products' }).first());
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'My Products' })).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: /^Orders( ?, new: ?\d+)?$/ }));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused();
    await showTicket(page, code);
  });

  await test.step('? explains the keys, and Escape goes back', async () => {
    await keyboard.press('?');
    const help = page.getByRole('dialog');
    await expect(help).toBeVisible();
    await keyboard.press('Escape');
    await expect(help).toBeHidden();
  });

  await test.step('a, p and s take it from step to step, and the focus stays with it', async () => {
    await focusTicket();
    for (const [key, next] of [
      ['a', /^Mark packed/],
      ['p', /^(Send out|Ready)/],
      ['s', /^Mark (delivered|collected)/],
    ] as const) {
      await keyboard.press(key);
      const button = orderCard.getByRole('button', { name: next });
      // the status is optimistic: the next button is visible at once, but busy until the server has responded
      await expect(button).toBeVisible();
      await expect(button).not.toHaveAttribute('aria-busy');
      await expect(orderCard).toBeFocused();
    }
    await keyboard.press('k');
    await focusTicket();
  });

  await test.step('Enter opens it, and the last step is on its page', async () => {
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const last = page.getByRole('button', { name: /^Mark (delivered|collected)/ });
    await tabTo(page, last);
    await keyboard.press('Enter');
    await expect(page.getByText('Delivered').first()).toBeVisible();
  });

  await expect(customer.page.getByText('Delivered').first()).toBeVisible();
  await expect(customer.page.getByText('Processing')).toHaveCount(0);
});
