import { expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { open } from './screen-checks.js';
import { test } from './test.js';

/** Composes a text in the focused field, as an input method does; without a text it ends the composition. */
async function compose(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await browser.detach();
}

test('the keys of an input method do not search', async ({ page }) => {
  await open(page, '/about');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill('carr');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await compose(page, 'ot');
  for (const key of ['ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key);
  await expect(options.first()).toBeVisible();
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/about');
  await compose(page, '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\?q=carr$/);
});

test('the keys of an input method neither choose nor close in the palette', async ({ browser }) => {
  const { page } = await Person.open(browser, 'admin');
  await open(page, '/dashboard/admin');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to…' });
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await compose(page, 'us');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/dashboard/admin');
  await compose(page, '');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
