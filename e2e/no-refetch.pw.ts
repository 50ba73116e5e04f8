import { type Browser, expect } from '@playwright/test';
import { dashboardPaths } from '../libs/contracts/src/pages.js';
import { type Call, demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';
import { test } from './test.js';
import { Traffic } from './traffic.js';

/** Every screen with live data, by role. */
const SCREENS = {
  visitor: ['/', '/products', '/farmers', '/farmers/hollow-creek-farm'],
  customer: [...dashboardPaths('customer'), '/cart', '/inbox'],
  farmer: [...dashboardPaths('farmer'), '/dashboard/farmer/orders?view=table', '/inbox'],
  admin: [...dashboardPaths('admin'), '/dashboard/admin/farms?status=approved'],
} as const;
type Role = keyof typeof SCREENS;

/** Changes stock, an order, a product and last the farm's tagline; `marker` is in the last event. */
async function changeLiveData(call: Call, marker: string, sendsMessage: boolean): Promise<void> {
  const { order, product } = await orderFromFarm(call);
  const [part] = order.parts;
  const path = `/orders/${order._id}/parts/${part._id}`;
  const { version } = part;
  await call('farmer', 'PATCH', path, { version, status: 'accepted' });
  const lines = (quantity: number) => [{ productId: product._id, quantity }];
  await call('customer', 'POST', `${path}/changes`, {
    version: version + 1,
    lines: lines(2 * product.minimum),
  });
  await call('farmer', 'POST', `${path}/changes`, {
    version: version + 2,
    lines: lines(product.minimum),
    declineReason: 'quality',
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

/** Opens a path in a new tab and records its requests and the socket's frames. */
async function openTab(person: Person, path: string) {
  const page = await person.page.context().newPage();
  const traffic = new Traffic(page);
  let received = '';
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      received += String(payload);
    });
  });
  await page.goto(path);
  await traffic.settleLive();
  return {
    /** The GET requests since then, after the event with the marker has been received and rendered. */
    requestsUntil: async (marker: string) => {
      await expect
        .poll(() => received.includes(marker), { message: `${path} receives the last event` })
        .toBe(true);
      await traffic.settle();
      return traffic.calls
        .filter((call) => call.startsWith('GET '))
        .map((call) => `${path}: ${call}`);
    },
  };
}

async function openAs(browser: Browser, role: Role): Promise<Person> {
  return Person.open(browser, role === 'visitor' ? undefined : role);
}

for (const [role, paths] of Object.entries(SCREENS) as [Role, readonly string[]][]) {
  test(`${role}: no screen refetches after an event`, async ({ browser, request }) => {
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
