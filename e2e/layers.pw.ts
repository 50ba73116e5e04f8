import { expect, type Locator, type Page } from '@playwright/test';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReachable,
  open,
  setScreen,
} from './screen-checks.js';
import { arrive, orderAtTheFarm, type Who } from './screens.js';
import { test } from './test.js';

interface Layer {
  path: string;
  /** The control that opens it, by its role and name. */
  by: { role: 'button' | 'combobox'; name: RegExp | string };
  /** For a select: what is chosen. */
  choose?: string;
  shows: 'dialog' | 'menu';
}

const button = (name: RegExp | string) => ({ role: 'button', name }) as const;
const LAYERS: Partial<Record<Who, Layer[]>> = {
  visitor: [
    { path: '/about', by: button('Watch Our Story'), shows: 'dialog' },
    { path: '/about', by: button('Colours'), shows: 'menu' },
  ],
  customer: [
    { path: '/dashboard/customer/profile', by: button(/^Add an address/), shows: 'dialog' },
    { path: '/dashboard/customer/profile', by: button('Your account'), shows: 'menu' },
    { path: 'order', by: button(/^Cancel this part/), shows: 'dialog' },
  ],
  farmer: [
    { path: '/dashboard/farmer/orders', by: button(/^Decline, order/), shows: 'dialog' },
    { path: '/dashboard/farmer/orders', by: button('Keyboard'), shows: 'dialog' },
    {
      path: '/dashboard/farmer/reviews',
      by: button(/^(Reply to|Change the reply)/),
      shows: 'dialog',
    },
  ],
  admin: [
    {
      path: '/dashboard/admin/users',
      by: { role: 'combobox', name: /^Status of/ },
      choose: 'inactive',
      shows: 'dialog',
    },
    {
      path: '/dashboard/admin/farms?status=approved',
      by: button(/^Stop selling/),
      shows: 'dialog',
    },
    { path: '/dashboard/admin/reviews', by: button(/^Take from view/), shows: 'dialog' },
    { path: '/dashboard/admin/analytics', by: button('Recount: Orders'), shows: 'dialog' },
    { path: 'order', by: button(/^Intervene/), shows: 'dialog' },
  ],
};

async function use(opener: Locator, { choose }: Layer): Promise<void> {
  if (choose === undefined) return opener.click();
  // a person chooses in a list that has the focus; the script would do without
  await opener.focus();
  await opener.selectOption(choose);
}

async function look(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await setScreen(page, 1280, 'dark');
  await expectAccessible(page, `${where}, dark`, true);
  await setScreen(page, 320, 'dark');
  await expectNoSidewaysScroll(page, `${where} at 320 px`);
  await expectAccessible(page, `${where} at 320 px, dark`);
}

for (const [who, layers] of Object.entries(LAYERS) as [Who, Layer[]][]) {
  test(`${who}: layers are accessible, fit a small phone, and give the focus back`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const person = await arrive(browser, who);
    const { page } = person;
    const order = who === 'visitor' ? '' : await orderAtTheFarm(browser);
    for (const layer of layers) {
      const where = `${layer.path} ${layer.by.name}`;
      await setScreen(page, 1280, 'light');
      await open(page, layer.path === 'order' ? order : layer.path);
      const opener = page.getByRole(layer.by.role, { name: layer.by.name }).first();
      await use(opener, layer);
      const shown = page.getByRole(layer.shows).first();
      await expect(shown).toBeVisible();
      await look(page, where);
      if (layer.shows === 'dialog') await expectReachable(page, where);
      await expect(shown).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(shown).toBeHidden();
      await expect(opener, where).toBeFocused();
    }
  });
}

test('what the search box suggests is accessible and fits a small phone', async ({ page }) => {
  await setScreen(page, 1280, 'light');
  await open(page, '/about');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill('carr');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page, 'suggestions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(box).toBeFocused();
});
