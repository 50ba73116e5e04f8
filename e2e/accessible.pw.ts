import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Person } from './people.js';

const SCREENS = {
  visitor: [
    '/',
    '/products',
    '/auth',
    '/sign-in',
    '/sign-up',
    '/farmers',
    '/about',
    '/contact',
    '/faq',
    '/nowhere',
  ],
  customer: [
    '/cart',
    '/checkout',
    '/dashboard/customer',
    '/dashboard/customer/products',
    '/dashboard/customer/profile',
    '/inbox',
  ],
  farmer: [
    '/dashboard/farmer/products',
    '/dashboard/farmer/orders',
    '/dashboard/farmer/orders?view=table',
    '/dashboard/farmer/pick-list',
    '/dashboard/farmer/pick-list?by=order',
    '/dashboard/farmer/numbers',
    '/dashboard/farmer/reviews',
    '/dashboard/farmer/profile',
    '/inbox',
  ],
  admin: [
    '/dashboard/admin/analytics',
    '/dashboard/admin/users',
    '/dashboard/admin/orders',
    '/dashboard/admin/products',
    '/dashboard/admin/farms?status=approved',
    '/dashboard/admin/messages',
    '/dashboard/admin/audit',
    '/dashboard/admin/reviews',
    '/dashboard/admin/jobs',
    '/dashboard/admin/stock-check',
  ],
} as const;

const WIDTH_BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** The page of a product, by the list that leads there. */
async function firstProduct(page: Page): Promise<string> {
  await settled(page, '/products');
  return (await page.locator('a[href^="/products/"]').first().getAttribute('href')) ?? '';
}

/** Puts the first product of the list into the signed-in customer's cart. */
async function fillCart(page: Page): Promise<void> {
  await settled(page, '/products');
  await page
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'added to your cart' })).toBeVisible();
}

/** The page of an order that the signed-in customer has just placed. */
async function freshOrder(customer: Person): Promise<string> {
  const { page } = customer;
  await fillCart(page);
  return customer.checkOut();
}

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

for (const [role, paths] of Object.entries(SCREENS)) {
  test(`${role}: no axe violation in either scheme, nothing wider than a small phone`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const person = await Person.arrive(
      browser,
      role === 'visitor' ? undefined : (role as 'customer' | 'farmer' | 'admin'),
    );
    const { page } = person;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found: string[] = [];
    if (role === 'visitor') found.push(await firstProduct(page));
    if (role === 'customer') {
      found.push(await freshOrder(person));
      await fillCart(page);
    }
    for (const path of [...paths, ...found]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await settled(page, path);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        expect(
          violations.map(({ id, nodes }) => `${path} ${colorScheme} ${id}: ${nodes[0]?.html}`),
        ).toEqual([]);
      }
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate<number>(WIDTH_BEYOND);
        expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  });
}
