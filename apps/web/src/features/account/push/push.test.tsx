import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NotificationDto, PushDto, Role } from '#libs/contracts';
import { forgetAll } from '../../../lib/offline/kept-store';
import { FAKE_DEVICE, FakePushBrowser } from '../../../testing/fake-push';
import { FakeServer, problem } from '../../../testing/fake-server';
import { address, makeOrder } from '../../../testing/order-fixtures';
import { renderApp } from '../../../testing/render';

let server: FakeServer;
let browser: FakePushBrowser | null;
beforeEach(() => {
  browser = null;
  server = new FakeServer();
  server.settings = { ...server.settings, push: { publicKey: `B${'A'.repeat(86)}` } };
});
afterEach(() => browser?.remove());

const PHONE: PushDto['devices'][number] = {
  ...{ _id: 'a'.repeat(24), name: 'Chrome on Android', kinds: ['message'] },
  since: '2026-11-01T10:00:00.000Z',
};
const open = (permission: NotificationPermission = 'default') => {
  browser = new FakePushBrowser(permission);
  return browser;
};
function profile(role: Role = 'customer'): void {
  server.signInAs(role);
  renderApp(`/dashboard/${role}/profile`, server);
}
const entry = (n: number): NotificationDto => ({
  ...{ _id: `${n}`.padStart(24, '0'), kind: 'order.accepted', title: `News ${n}`, text: 'Text' },
  ...{ details: [], link: { path: '/products', label: 'See it' }, readAt: null },
  ...{ createdAt: PHONE.since, addedAt: PHONE.since },
});
const button = (name: string) => screen.findByRole('button', { name });
const kindsSent = () => server.push.devices.find(({ _id }) => _id === FAKE_DEVICE)?.kinds;

test('a customer turns notices on, chooses what they are about, and turns them off', async () => {
  const own = open();
  profile();
  const turnOn = await button('Turn on notices');
  expect(own.asked).toBe(0);
  await userEvent.click(turnOn);
  const wanted = await screen.findByRole('checkbox', { name: /evening before/ });
  expect([own.asked, kindsSent()?.length]).toEqual([1, 6]);
  expect(screen.queryByRole('checkbox', { name: 'A new order' })).toBeNull();
  await userEvent.click(wanted);
  await waitFor(() => expect(kindsSent()).not.toContain('reminder'));
  await userEvent.click(await button('Turn off notices'));
  expect(await button('Turn on notices')).toBeVisible();
  expect([server.push.devices, own.isSubscribed]).toEqual([[], false]);
});

test('a farm’s owner is offered what concerns farms', async () => {
  open();
  profile('farmer');
  await userEvent.click(await button('Turn on notices'));
  await screen.findByRole('checkbox', { name: 'A new order' });
  expect(kindsSent()).toEqual(['order-received', 'order-changed', 'message']);
});

test('a shop that sends none has no such card', async () => {
  open();
  server.settings = { ...server.settings, push: null };
  profile();
  await button('Edit Profile');
  expect(screen.queryByRole('heading', { name: 'Notices on this device' })).toBeNull();
  expect(server.calls).not.toContain('GET /api/v1/push');
});

test('who does not permit it is told so, and nothing is sent', async () => {
  const own = open();
  own.answer = 'denied';
  profile();
  await userEvent.click(await button('Turn on notices'));
  expect(await screen.findByText('Your browser did not permit it')).toBeVisible();
  expect(await screen.findByText(/This browser blocks notices/)).toBeVisible();
  expect(server.push.devices).toEqual([]);
});

test('a refusal of the server is shown', async () => {
  open();
  server.on('PUT /api/v1/push/devices', () =>
    problem('PUSH_DEVICE_LIMIT_REACHED', 409, { message: 'Remove one first' }),
  );
  profile();
  await userEvent.click(await button('Turn on notices'));
  expect(await screen.findByText('Remove one first')).toBeVisible();
});

test('without push, a browser says that it has none, and an iPhone how it gets them', async () => {
  profile();
  expect(await screen.findByText('This browser shows no notices of websites.')).toBeVisible();
});

test('on an iPhone the app has to be installed first', async () => {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS)';
  Object.defineProperty(navigator, 'userAgent', { value: agent, configurable: true });
  profile();
  expect(await screen.findByText(/only the installed app shows notices/)).toBeVisible();
  Reflect.deleteProperty(navigator, 'userAgent');
});

test('another device is removed, and quiet hours are set and ended', async () => {
  const own = open();
  server.push = { devices: [PHONE], quiet: null, version: 1 };
  profile();
  const form = await screen.findByRole('form', { name: 'Quiet hours' });
  const [from, to] = [within(form).getByLabelText('From'), within(form).getByLabelText('Until')];
  await userEvent.clear(to);
  await userEvent.type(to, '21:00');
  await userEvent.click(await button('Save the quiet hours'));
  expect(await screen.findAllByText(/Choose two different times/)).not.toEqual([]);
  await userEvent.clear(to);
  await userEvent.type(to, '06:30');
  expect(from).toHaveValue('21:00');
  await userEvent.click(await button('Save the quiet hours'));
  expect(await screen.findByText(/From 21:00 to 06:30/)).toBeVisible();
  expect(server.push.quiet).toEqual({ from: '21:00', to: '06:30' });
  await userEvent.click(await button('No quiet hours'));
  expect(await screen.findByText(/None yet/)).toBeVisible();
  await userEvent.click(await button('Remove Chrome on Android'));
  await waitFor(() => expect(server.push.devices).toEqual([]));
  expect(own.asked).toBe(0);
});

test('an order offers notices to its customer until they say no', async () => {
  const own = open();
  server.signInAs('customer');
  const items = [{ productId: server.products[0]?._id ?? '', quantity: 2 }];
  const order = makeOrder(server, { items, address });
  server.orders.push(order);
  const { unmount } = renderApp(`/orders/${order._id}`, server);
  expect(await screen.findByRole('heading', { name: 'Shall this device tell you?' })).toBeVisible();
  expect(own.asked).toBe(0);
  await userEvent.click(await button('Not now'));
  expect(screen.queryByRole('heading', { name: 'Shall this device tell you?' })).toBeNull();
  unmount();
  renderApp(`/orders/${order._id}`, server);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('heading', { name: 'Shall this device tell you?' })).toBeNull();
});

test('the board offers them to a farm, and one click turns them on', async () => {
  open();
  server.signInAs('farmer');
  renderApp('/dashboard/farmer/orders', server);
  await userEvent.click(await button('Turn on notices'));
  await waitFor(() => expect(kindsSent()).toContain('order-received'));
  expect(screen.queryByRole('heading', { name: 'Shall this device tell you?' })).toBeNull();
});

test('the icon has what is unread; once all is read, the shown notices go', async () => {
  const own = open();
  server.signInAs('customer');
  server.members.inbox.notifications = [entry(1), entry(2)];
  renderApp('/inbox', server);
  await waitFor(() => expect(own.badge).toBe(2));
  expect(own.cleared).toBe(0);
  await userEvent.click(await button('Mark all as read'));
  await waitFor(() => expect([own.badge, own.cleared]).toEqual([0, 1]));
});

test('a notice that is clicked opens its page in the window that is open', async () => {
  const own = open();
  server.signInAs('customer');
  const { router } = renderApp('/products', server);
  await screen.findByRole('heading', { level: 1 });
  const send = (data: unknown) =>
    act(() => void own.worker.dispatchEvent(Object.assign(new Event('message'), { data })));
  send({ type: 'open', path: '//evil.example' });
  send('nonsense');
  expect(router.state.location.pathname).toBe('/products');
  send({ type: 'open', path: '/inbox' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/inbox'));
});

test('signing out ends the subscription of this browser, and what it shows', async () => {
  const own = open('granted');
  own.isSubscribed = true;
  await forgetAll();
  expect([own.isSubscribed, own.cleared, own.badge]).toEqual([false, 1, 0]);
});
