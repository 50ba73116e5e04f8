import { expect, type Locator, type Page } from '@playwright/test';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  expectReachable,
  NARROW,
  open,
  setScreen,
  THOROUGH,
  WIDE,
} from './screen-checks.js';
import { openAs, placeFarmOrder, type Who } from './screens.js';
import { test } from './test.js';

interface Layer {
  path: string;
  /** Role and name of the control that opens it. */
  opener: { role: 'button' | 'combobox'; name: RegExp | string };
  /** For a select: the value to choose. */
  choose?: string;
  shows: 'dialog' | 'menu';
}

const LAYER = '[role="dialog"], [role="menu"], [role="listbox"]';

const button = (name: RegExp | string) => ({ role: 'button', name }) as const;
const LAYERS: Partial<Record<Who, Layer[]>> = {
  visitor: [
    { path: '/about', opener: button('Watch Our Story'), shows: 'dialog' },
    { path: '/about', opener: button('Colours'), shows: 'menu' },
  ],
  customer: [
    { path: '/dashboard/customer/profile', opener: button(/^Add an address/), shows: 'dialog' },
    { path: '/dashboard/customer/profile', opener: button('Your account'), shows: 'menu' },
    { path: 'order', opener: button(/^Cancel this part/), shows: 'dialog' },
  ],
  farmer: [
    { path: '/dashboard/farmer/orders', opener: button(/^Decline, order/), shows: 'dialog' },
    { path: '/dashboard/farmer/orders', opener: button(/^Short, /), shows: 'dialog' },
    { path: '/dashboard/farmer/pick-list?day=all', opener: button(/^Short, /), shows: 'dialog' },
    { path: '/dashboard/farmer/orders', opener: button('Keyboard'), shows: 'dialog' },
    {
      path: '/dashboard/farmer/reviews',
      opener: button(/^(Reply to|Change the reply)/),
      shows: 'dialog',
    },
  ],
  admin: [
    {
      path: '/dashboard/admin/users',
      opener: { role: 'combobox', name: /^Status of/ },
      choose: 'inactive',
      shows: 'dialog',
    },
    {
      path: '/dashboard/admin/farms?status=approved',
      opener: button(/^Stop selling/),
      shows: 'dialog',
    },
    { path: '/dashboard/admin/reviews', opener: button(/^Take from view/), shows: 'dialog' },
    { path: '/dashboard/admin/analytics', opener: button('Recount: Orders'), shows: 'dialog' },
    { path: '/dashboard/admin/money', opener: button(/^Mark a pay/), shows: 'dialog' },
    { path: '/dashboard/admin/money', opener: button(/^Correct the books/), shows: 'dialog' },
    { path: 'order', opener: button(/^Intervene/), shows: 'dialog' },
  ],
};

async function activate(opener: Locator, { choose }: Layer): Promise<void> {
  if (choose === undefined) return opener.click();
  // a user's select has the focus; `selectOption` does not set it
  await opener.focus();
  await opener.selectOption(choose);
}

/** The page with the layer, and on a small phone in the dark the layer alone. */
async function checkLayer(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  await setScreen(page, NARROW, 'dark');
  await expectNoHorizontalOverflow(page, `${where} at 320 px`);
  await expectAccessible(page, `${where} at 320 px, dark`, THOROUGH ? {} : { only: LAYER });
}

for (const [who, layers] of Object.entries(LAYERS) as [Who, Layer[]][]) {
  test(`${who}: layers are accessible, fit a small phone, and return the focus`, async ({
    browser,
    request,
  }) => {
    const person = await openAs(browser, who);
    const { page } = person;
    const order = who === 'visitor' ? '' : await placeFarmOrder(request);
    for (const layer of layers) {
      const where = `${layer.path} ${layer.opener.name}`;
      await setScreen(page, WIDE, 'light');
      await open(page, layer.path === 'order' ? order : layer.path);
      const opener = page.getByRole(layer.opener.role, { name: layer.opener.name }).first();
      await activate(opener, layer);
      const shown = page.getByRole(layer.shows).first();
      await expect(shown).toBeVisible();
      await checkLayer(page, where);
      if (layer.shows === 'dialog') await expectReachable(page, where);
      await expect(shown).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(shown).toBeHidden();
      await expect(opener, where).toBeFocused();
    }
  });
}

test('the search suggestions are accessible and fit a small phone', async ({ page }) => {
  await setScreen(page, WIDE, 'light');
  await open(page, '/about');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill('carr');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkLayer(page, 'suggestions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(box).toBeFocused();
});
