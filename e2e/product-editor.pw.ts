import { expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

const PRODUCT = 'Sea Buckthorn Berries';

/** A JPEG picture, from a canvas of the browser. */
async function picture(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#2c6339';
    context.fillRect(0, 0, 640, 480);
    context.fillStyle = '#e9952b';
    for (let at = 0; at < 60; at += 1) {
      context.beginPath();
      context.arc(80 + (at % 10) * 52, 70 + Math.floor(at / 10) * 66, 24, 0, 7);
      context.fill();
    }
    return canvas.toDataURL('image/jpeg');
  })()`);
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
}

test('a farmer creates, publishes and pauses a product with a picture, live for a visitor', async ({
  browser,
}) => {
  const [farmer, visitor] = await Promise.all([
    Person.open(browser, 'farmer'),
    Person.open(browser),
  ]);
  const { page } = farmer;
  await visitor.openLive(`/products?q=${encodeURIComponent(PRODUCT)}`);
  await expect(visitor.page.getByText('No products found').first()).toBeVisible();

  await test.step('creates it, with a picture and its description', async () => {
    await page.goto('/dashboard/farmer/products');
    await page.getByRole('link', { name: 'Add a product' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(PRODUCT);
    await page.getByLabel('Category').selectOption({ label: 'Fruit' });
    await page.getByLabel('Price in dollars').fill('6.40');
    await page.getByLabel('On hand now').fill('9');
    await page.locator('input[type=file]').setInputFiles({
      name: 'berries.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(page),
    });
    await page.getByLabel('What picture 1 shows').fill('Orange berries on a branch');
    await expect(page.getByText('$6.40').first()).toBeVisible();
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await expect(page).toHaveURL(/\/products\/[0-9a-f]{24}$/);
  });

  await test.step('unsaved changes need confirmation, for a link and for Back', async () => {
    await page.getByLabel('Storage').fill('Keep cool.');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Back without saving' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.goBack().catch(() => undefined);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByLabel('Storage')).toHaveValue('Keep cool.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${PRODUCT} saved`)).toBeVisible();
  });

  const card = visitor.page.getByRole('article').filter({ hasText: PRODUCT });
  await test.step('publishes it, and it appears on the visitor’s page', async () => {
    await page.getByRole('button', { name: `Publish: ${PRODUCT}` }).click();
    await expect(card).toBeVisible();
    await expect(card).toContainText('$6.40');
    visitor.expectNoRefetch();
  });

  await test.step('the picture is served in its sizes', async () => {
    const source = await card.locator('img').first().getAttribute('src');
    expect(source).toMatch(/^\/pictures\//);
    expect((await visitor.page.request.get(source ?? '')).status()).toBe(200);
  });

  await test.step('a harvest updates the stock at once, and is in the history', async () => {
    await page.getByRole('button', { name: 'Harvest, write-off, count' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How much came in').fill('3');
    await dialog.getByRole('button', { name: 'Change the stock' }).click();
    await expect(page.getByText(`${PRODUCT}: 12 lb on hand`)).toBeVisible();
    await page.getByRole('link', { name: 'Stock history' }).click();
    await expect(page.getByRole('row', { name: /Harvest/ })).toHaveCount(2);
    await page.getByRole('link', { name: 'To the product' }).click();
  });

  await test.step('pauses it, and it disappears from the visitor’s page', async () => {
    await page.getByRole('button', { name: `Pause: ${PRODUCT}` }).click();
    await expect(card).toBeHidden();
    visitor.expectNoRefetch();
  });
});
