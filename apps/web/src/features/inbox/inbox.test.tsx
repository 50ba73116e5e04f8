import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DomainEvent, NotificationDto } from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

let server: FakeServer;
let count = 0;

function makeEntry(title: string, readAt: string | null = null): NotificationDto {
  count += 1;
  return {
    _id: count.toString(16).padStart(24, '0'),
    kind: 'order.accepted',
    title,
    text: 'Hollow Creek Farm is picking it.',
    details: [{ label: 'Carrots', value: '2 lb' }],
    link: { path: '/products', label: 'See the order' },
    readAt,
    createdAt: new Date().toISOString(),
    addedAt: new Date().toISOString(),
  };
}

function emit(name: DomainEvent['name'], payload: object): void {
  count += 1;
  const id = count.toString(16).padStart(24, 'e');
  const head = { id, name, occurredAt: new Date().toISOString(), aggregateId: 'inbox', version: 9 };
  const event = { ...head, correlationId: 'test', actorId: null, payload } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
}

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('customer');
  const { inbox } = server.members;
  inbox.notifications = [makeEntry('Old news', '2026-11-20T08:00:00.000Z'), makeEntry('Accepted')];
  inbox.notifications.reverse();
});

const entry = (name: string) => screen.findByRole('article', { name });

test('a live notification is shown, counted and announced, without a request', async () => {
  renderApp('/inbox', server);
  await entry('Accepted');
  expect(await screen.findByRole('link', { name: 'Inbox, 1 unread' })).toBeVisible();
  await barIsComplete(server);
  const calls = server.calls.length;
  const notification = makeEntry('Out for delivery');
  const userId = server.user?._id ?? '';
  emit('inbox.added', { userId, notification, inbox: { total: 3, unread: 2, version: 9 } });
  expect(await entry('Out for delivery')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Inbox, 2 unread' })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText('New in your inbox: Out for delivery. 2 unread.')).toBeInTheDocument(),
  );
  expect(server.calls.slice(calls)).toEqual([]);
});

test('marking one or all as read, here or in another tab, updates the entries and the count', async () => {
  const user = userEvent.setup();
  server.members.inbox.notifications.unshift(makeEntry('Packed'), makeEntry('Low stock'));
  renderApp('/inbox', server);
  const packed = await entry('Packed');
  await user.click(within(packed).getByRole('button', { name: 'Mark as read: Packed' }));
  await screen.findByRole('link', { name: 'Inbox, 2 unread' });
  expect(within(await entry('Packed')).queryByText('New')).not.toBeInTheDocument();
  const [low] = server.members.inbox.notifications.slice(1);
  emit('inbox.read', {
    userId: server.user?._id ?? '',
    ids: [low?._id],
    readAt: new Date().toISOString(),
    inbox: { total: 2, unread: 1, version: 9 },
  });
  await screen.findByRole('link', { name: 'Inbox, 1 unread' });
  server.members.inbox.version = 20;
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await screen.findByRole('link', { name: 'Inbox, nothing new' });
  expect(screen.getByText('Everything is read')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
});

test('new entries stay pending while the list has the keyboard focus', async () => {
  const user = userEvent.setup();
  renderApp('/inbox', server);
  await entry('Accepted');
  const link = screen.getByRole('link', { name: /See the order ?: Accepted/ });
  while (document.activeElement !== link) await user.tab();
  const userId = server.user?._id ?? '';
  const notification = makeEntry('Delivered');
  emit('inbox.added', { userId, notification, inbox: { total: 3, unread: 2, version: 9 } });
  await user.click(await screen.findByRole('button', { name: '1 new – show' }));
  expect(await entry('Delivered')).toBeVisible();
});

test('the chip counts the events that a pause holds back, and a click on it applies them', async () => {
  const user = userEvent.setup();
  renderApp('/inbox', server);
  await entry('Accepted');
  await user.click(await screen.findByRole('button', { name: 'Your account' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Pause live updates' }));
  const userId = server.user?._id ?? '';
  const notification = makeEntry('Delivered');
  emit('inbox.added', { userId, notification, inbox: { total: 3, unread: 2, version: 9 } });
  const chip = await screen.findByRole('button', { name: /Paused · 1 waiting/ });
  expect(screen.queryByText('Delivered')).not.toBeInTheDocument();
  await user.click(chip);
  expect(await entry('Delivered')).toBeVisible();
});

test('an empty inbox and one that fails to load show their states', async () => {
  server.members.inbox.notifications = [];
  server.on('GET /api/v1/inbox', () => problem('FORBIDDEN', 403));
  const view = renderApp('/inbox', server);
  expect(await screen.findByText('Your inbox could not be loaded')).toBeVisible();
  expect(screen.getByText('Request id: req-fake-1')).toBeVisible();
  view.unmount();
  const emptyServer = new FakeServer();
  emptyServer.signInAs('customer');
  renderApp('/inbox', emptyServer);
  expect(await screen.findByText('Nothing has happened yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Shop fresh produce' })).toBeVisible();
});
