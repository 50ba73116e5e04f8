import { type CDPSession, expect, type Page, type Worker } from '@playwright/test';
import { PushService, type TestSubscription } from '../libs/testing/src/push-service.js';
import { demoCaller, orderFromFarm, takeUpTo } from './api.js';
import { launchFullChromium } from './full-chromium.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

/** What the browser shows now. */
const SHOWN = `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
  all.map(({ title, body, tag }) => ({ title, body, tag })))`;
/** Whether the browser has a subscription. */
const SUBSCRIBED = `navigator.serviceWorker.ready.then((worker) =>
  worker.pushManager.getSubscription()).then((own) => own !== null)`;
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}
const shown = (page: Page) => page.evaluate<Shown[]>(SHOWN);

/** Gives the page this subscription: a browser without Google’s services makes none. */
async function subscribeTo(page: Page, subscription: TestSubscription): Promise<void> {
  await page.addInitScript(`{
    const own = ${JSON.stringify(subscription)};
    let isOn = false;
    const made = {
      endpoint: own.endpoint,
      toJSON: () => own,
      unsubscribe: async () => { isOn = false; return true; },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isOn ? made : null),
      subscribe: async () => { isOn = true; return made; },
    });
  }`);
}

/** Delivers pushes to the page's real service worker, by the browser's debugging protocol. */
async function delivererOf(page: Page): Promise<(text: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  const { origin } = new URL(page.url());
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** Records badges, which a browser without a desktop does not show. */
const RECORD_BADGES = `self.badges = [];
  navigator.setAppBadge = async (count) => { self.badges.push(count); };`;
const badgesOf = (worker: Worker) => worker.evaluate<unknown[]>('self.badges');

/** Clicks the first notice: the protocol cannot, so the worker gets the event that the browser sends. */
const CLICK = `registration.getNotifications().then(([notification]) => {
  const event = new Event('notificationclick');
  // a window may only be focused after a real click
  event.waitUntil = (work) => work.catch(() => undefined);
  event.notification = notification;
  self.dispatchEvent(event);
})`;

test('a customer’s device is told of their order, shows the newest, and opens it', async ({
  baseURL,
  request,
}) => {
  const service = await PushService.open(Number(process.env.E2E_PUSH_PORT));
  const phone = service.subscribe();
  const call = await demoCaller(request);
  const browser = await launchFullChromium();
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    permissions: ['notifications'],
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await subscribeTo(page, phone);
  // a session of its own, because it signs out at the end
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Demo customer' }).click();
  await expect(page).toHaveURL(/\/products$/);

  await test.step('who turns notices on chooses what they are about', async () => {
    await page.goto('/dashboard/customer/profile');
    await page.getByRole('button', { name: 'Turn on notices' }).click();
    await expect(page.getByRole('checkbox', { name: /on its way/ })).toBeChecked();
    await expectGoodOnAllScreens(page, 'notices on a device');
  });

  const deliver = await delivererOf(page);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('the page has no service worker');
  await worker.evaluate(RECORD_BADGES);
  const { order } = await orderFromFarm(call);

  await test.step('what the shop sends is shown, once', async () => {
    await takeUpTo(call, order, 'on_its_way');
    await expect.poll(() => service.to(phone).length).toBe(1);
    const [push] = service.to(phone);
    if (!push) throw new Error('nothing was pushed');
    // a page that knows of nothing unread removes all notices
    await expect(page.getByRole('link', { name: /^Inbox, [1-9]/ })).toBeVisible();
    expect(service.faults).toEqual([]);
    await deliver(push.text);
    const { title, body, tag } = push.message;
    await expect.poll(() => shown(page)).toEqual([{ title, body, tag }]);
    expect(title).toContain(order.code);
    await deliver(push.text);
    await expect.poll(() => badgesOf(worker)).toEqual([push.message.unread, push.message.unread]);
    expect(await shown(page)).toHaveLength(1);

    const newer = {
      ...push.message,
      id: 'f'.repeat(24),
      body: 'Newer',
      at: '2099-01-01T00:00:00.000Z',
    };
    await deliver(JSON.stringify(newer));
    await expect.poll(async () => (await shown(page)).map((one) => one.body)).toEqual(['Newer']);
    // one that was overtaken, and one of another build
    await deliver(push.text);
    await deliver('{"kind":"unknown"}');
    await deliver(JSON.stringify({ ...newer, tag: 'last', title: 'Last' }));
    await expect.poll(async () => (await shown(page)).length).toBe(2);
    expect((await shown(page)).map((one) => one.body)).toEqual(['Newer', 'Newer']);
  });

  await test.step('a click opens the order in the window that is open', async () => {
    await worker.evaluate(CLICK);
    await expect(page).toHaveURL(new RegExp(`/orders/${order._id}$`));
    await expect.poll(async () => (await shown(page)).length).toBe(1);
  });

  await test.step('signing out ends it', async () => {
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
    await expect.poll(() => shown(page)).toEqual([]);
    // the server ends the device with its session; a demo's sign-in has none
    await expect.poll(() => page.evaluate<boolean>(SUBSCRIBED)).toBe(false);
  });
  await browser.close();
  await service.close();
});
