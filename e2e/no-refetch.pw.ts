import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

/** Every screen that shows something live, by whose it is. */
const SCREENS = {
  visitor: ['/', '/products', '/farmers', '/farmers/hollow-creek-farm'],
  customer: [
    '/cart',
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
    '/dashboard/farmer/numbers',
    '/dashboard/farmer/reviews',
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
type Role = keyof typeof SCREENS;

const ADDRESS = { line1: '12 Mill Lane', city: 'Hudson', state: 'NY', postalCode: '12534' };
/** As much of the answers as is needed here. */
interface Thing {
  readonly _id: string;
  readonly version: number;
  readonly token: string;
  readonly products: Thing[];
  readonly parts: [Thing];
  readonly description: string;
  readonly minimum: number;
  readonly available: number;
  readonly farmSlug: string;
}
type Caller = 'customer' | 'farmer' | 'admin';
/** Calls as that demo person. */
type Call = (role: Caller, method: string, path: string, data?: object) => Promise<Thing>;

async function marketOf(request: APIRequestContext): Promise<Call> {
  const tokens = new Map<string, string>();
  for (const role of ['customer', 'farmer', 'admin']) {
    const answer = await request.post('/api/v1/demo/sign-in', { data: { role, index: 0 } });
    tokens.set(role, (await answer.json()).token);
  }
  return async (role, method, path, data) => {
    const headers = {
      authorization: `Bearer ${tokens.get(role)}`,
      'idempotency-key': randomUUID(),
    };
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, data });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** Something of everything that moves: stock, an order with its steps, a message, and last the farm's own words. */
async function stir(as: Call, words: string, writes: boolean): Promise<void> {
  const { products } = await as('customer', 'GET', '/products?limit=100&inStock=true');
  const own = products.filter((one) => one.farmSlug === 'hollow-creek-farm');
  const plenty = own.reduce((most, next) => (next.available > most.available ? next : most));
  const items = [{ productId: plenty._id, quantity: plenty.minimum }];
  const order = await as('customer', 'POST', '/orders', { items, address: ADDRESS });
  const [part] = order.parts;
  await as('farmer', 'PATCH', `/orders/${order._id}/parts/${part._id}`, {
    version: part.version,
    status: 'accepted',
  });
  await as('customer', 'PUT', `/cart/items/${plenty._id}`, { quantity: plenty.minimum });
  const counted = await as('farmer', 'GET', `/farms/mine/products/${plenty._id}`);
  await as('farmer', 'PATCH', `/products/${plenty._id}`, {
    version: counted.version,
    description: `${counted.description} ${words}`.trim(),
  });
  // only admins see messages, and nobody may write many
  if (writes)
    await as('customer', 'POST', '/contact', {
      firstName: 'Emma',
      lastName: 'Castillo',
      email: 'emma.castillo@demo.farmgate.test',
      subject: words,
      message: 'Are they sweet?',
    });
  const farm = await as('farmer', 'GET', '/farms/mine');
  await as('farmer', 'PATCH', '/farms/mine', { version: farm.version, tagline: words });
}

/** A tab on a screen, with what it asked for and what its socket brought. */
async function tab(person: Person, path: string) {
  const page: Page = await person.page.context().newPage();
  const asked: string[] = [];
  let told = '';
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) asked.push(pathname);
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      told += String(payload);
    });
  });
  await page.goto(path);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], [data-later]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  return {
    path,
    page,
    /** What it fetched since, once it has drawn what it was told last. */
    askedUntil: async (words: string) => {
      await expect
        .poll(() => told.includes(words), { message: `${path} hears the last` })
        .toBe(true);
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      await page.waitForLoadState('networkidle');
      return asked.map((call) => `${path} asked ${call}`);
    },
  };
}

async function arrive(browser: Browser, role: Role): Promise<Person> {
  return Person.arrive(browser, role === 'visitor' ? undefined : role);
}

for (const [role, paths] of Object.entries(SCREENS) as [Role, readonly string[]][]) {
  test(`${role}: no screen fetches anything because something happened`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(120_000);
    const market = await marketOf(request);
    const person = await arrive(browser, role);
    const tabs = [];
    for (const path of paths) tabs.push(await tab(person, path));
    const words = `Pulled at dawn for ${role}s ${Date.now()}`;
    await stir(market, words, role === 'admin');
    const asked = await Promise.all(tabs.map((one) => one.askedUntil(words)));
    expect(asked.flat()).toEqual([]);
    await person.page.context().close();
  });
}
