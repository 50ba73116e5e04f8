import { expect } from '@playwright/test';
import { Person } from './people.js';
import { expectAccessible, expectNoHorizontalOverflow, open } from './screen-checks.js';
import { test } from './test.js';

test('an admin finds a person by the palette, and sees at the rail what waits', async ({
  browser,
}) => {
  const { page } = await Person.open(browser, 'admin');
  await open(page, '/dashboard/admin');
  const rail = page.getByRole('navigation', { name: 'Admin panel' });
  await expect(rail.getByRole('link')).toHaveCount(15);

  await test.step('a new message is counted without a reload', async () => {
    const messages = rail.getByRole('link', { name: /^Messages/ });
    const before = Number(/\d+/.exec(await messages.innerText())?.[0] ?? 0);
    const sent = await page.request.post('/api/v1/contact', {
      data: {
        firstName: 'Emma',
        lastName: 'Castillo',
        email: 'emma.castillo@demo.farmgate.test',
        subject: 'The rail',
        message: 'Does it count?',
      },
    });
    expect(sent.ok()).toBe(true);
    await expect(messages).toContainText(String(before + 1));
  });

  await test.step('Ctrl K, a name, Enter', async () => {
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: /^Go to an order/ });
    await expect(box).toBeFocused();
    await box.pressSequentially('emma castillo');
    await expect(page.getByRole('option', { name: / Castillo/ }).first()).toBeVisible();
    await expectAccessible(page, 'the palette', { only: '[role="dialog"]' });
    const person = page.getByRole('option', { name: /emma\.castillo@/ });
    for (let n = 0; (await person.getAttribute('data-highlighted')) === null && n < 20; n++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/admin\/users\/[0-9a-f]{24}$/);
    await expect(page.getByRole('heading', { level: 1, name: / Castillo$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^FG-/ }).first()).toBeVisible();
    await expectAccessible(page, 'a person');
  });
});

test('the palette fits the smallest phone: the box stays, and the list scrolls', async ({
  browser,
}) => {
  const { page } = await Person.open(browser, 'admin');
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, '/dashboard/admin');
  await page.getByRole('button', { name: 'Go to…' }).click();
  const box = page.getByRole('combobox', { name: /^Go to an order/ });
  await expect(box).toBeFocused();
  const last = page.getByRole('dialog').getByRole('option').last();
  await page.keyboard.press('ArrowUp');
  await expect(last).toHaveAttribute('data-highlighted');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(box).toBeInViewport({ ratio: 1 });
  await expectNoHorizontalOverflow(page, 'the palette');
  await expectAccessible(page, 'the palette on a phone', { only: '[role="dialog"]' });
});
