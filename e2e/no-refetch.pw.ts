import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

/** Every screen with live data, by role. */
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
/** The used fields of the responses. */
interface ApiBody {
  readonly _id: string;
  readonly version: number;
  readonly token: string;
  readonly products: ApiBody[];
  readonly parts: [ApiBody];
  readonly description: string;
  readonly minimum: number;
  readonly available: number;
  readonly farmSlug: string;
}
type Caller = 'customer' | 'farmer' | 'admin';
/** Calls the API as the demo user of the role. */
type Call = (role: Caller, method: string, path: string, data?: object) => Promise<ApiBody>;

async function demoCaller(request: APIRequestContext): Promise<Call> {
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

/** Changes stock, an order, a product and last the farm's tagline; `marker` is in the last event. */
async function changeLiveData(call: Call, marker: string, sendsMessage: boolean): Promise<void> {
  const { products } = await call('customer', 'GET', '/products?limit=100&inStock=true');
  const ownProducts = products.filter((one) => one.farmSlug === 'hollow-creek-farm');
  const product = ownProducts.reduce((most, next) =>
    next.available > most.available ? next : most,
  );
  const items = [{ productId: product._id, quantity: product.minimum }];
  const order = await call('customer', 'POST', '/orders', { items, address: ADDRESS });
  const [part] = order.parts;
  await call('farmer', 'PATCH', `/orders/${order._id}/parts/${part._id}`, {
    version: part.version,
    status: 'accepted',
  });
  await call('customer', 'PUT', `/cart/items/${product._id}`, { quantity: product.minimum });
  const current = await call('farmer', 'GET', `/farms/mine/products/${product._id}`);
  await call('farmer', 'PATCH', `/products/${product._id}`, {
    version: current.version,
    description: `${current.description} ${marker}`.trim(),
  });
  // only admins see contact messages, and their rate is limited
  if (sendsMessage)
    await call('customer', 'POST', '/contact', {
      firstName: 'Emma',
      lastName: 'Castillo',
      email: 'emma.castillo@demo.farmgate.test',
      subject: marker,
      message: 'Are they sweet?',
    });
  const farm = await call('farmer', 'GET', '/farms/mine');
  await call('farmer', 'PATCH', '/farms/mine', { version: farm.version, tagline: marker });
}

/** Opens a path in a new tab and records its GET requests and the socket's frames. */
async function openTab(person: Person, path: string) {
  const page: Page = await person.page.context().newPage();
  const requests: string[] = [];
  let received = '';
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) requests.push(pathname);
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      received += String(payload);
    });
  });
  await page.goto(path);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], [data-later]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  return {
    path,
    page,
    /** The requests since then, after the event with the marker has been received and rendered. */
    requestsUntil: async (marker: string) => {
      await expect
        .poll(() => received.includes(marker), { message: `${path} receives the last event` })
        .toBe(true);
      await page.evaluate(
        'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
      );
      await page.waitForLoadState('networkidle');
      return requests.map((call) => `${path} fetched ${call}`);
    },
  };
}

async function openAs(browser: Browser, role: Role): Promise<Person> {
  return Person.open(browser, role === 'visitor' ? undefined : role);
}

for (const [role, paths] of Object.entries(SCREENS) as [Role, readonly string[]][]) {
  test(`${role}: no screen refetches after an event`, async ({ browser, request }) => {
    test.setTimeout(120_000);
    const call = await demoCaller(request);
    const person = await openAs(browser, role);
    const tabs = [];
    for (const path of paths) tabs.push(await openTab(person, path));
    const marker = `Pulled at dawn for ${role}s ${Date.now()}`;
    await changeLiveData(call, marker, role === 'admin');
    const requests = await Promise.all(tabs.map((one) => one.requestsUntil(marker)));
    expect(requests.flat()).toEqual([]);
    await person.page.context().close();
  });
}
