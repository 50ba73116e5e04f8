import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type OrderDto, orderDtoSchema, ordersPageSchema } from '#libs/contracts';
import { FakeServer, ok } from '../../../testing/fake-server';
import {
  accept,
  carrots,
  change,
  changeLive,
  findTicket,
  frances,
  kale,
  linesOf,
  nextMillisecond,
  only,
  place,
  tomatoes,
} from '../../../testing/farm-orders';
import { fakeId } from '../../../testing/fixtures';
import { fakeConnection } from '../../../testing/live';
import { renderApp } from '../../../testing/render';

const connection = fakeConnection();
const board = '/dashboard/farmer/orders';
let server: FakeServer;

const changeLines = (made: OrderDto, amounts: Record<string, number>) =>
  changeLive(connection, server, made, { lines: linesOf(amounts) });

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('farmer', { farmId: fakeId('farm', 1) });
});

test('what the customer changes is shown as a change, with who and when, until it is seen', async () => {
  const user = userEvent.setup();
  const made = accept(place(server, { [tomatoes]: 3, [carrots]: 2 }));
  await nextMillisecond();
  const { unmount } = renderApp(board, server);
  const before = within(await findTicket(made));
  expect(before.queryByText(/Changed/)).toBeNull();
  changeLines(made, { [tomatoes]: 4, [carrots]: 0, [kale]: 1 });
  expect(await before.findByText('Changed after you accepted')).toBeVisible();
  expect(before.getByText(/^Emma, \d+:\d\d/)).toBeVisible();
  expect(before.getByText('3 lb')).toHaveProperty('tagName', 'S');
  expect(before.getByText('4 lb')).toBeVisible();
  expect(before.getByText('2 bunches')).toHaveProperty('tagName', 'S');
  expect(before.getByText('Removed')).toBeVisible();
  expect(before.getByText('Added')).toBeVisible();
  expect(await screen.findByText(`Order ${made.code} was changed.`)).toBeInTheDocument();
  await user.click(before.getByRole('button', { name: `Got it, order ${made.code}` }));
  expect(before.queryByText('Changed after you accepted')).toBeNull();
  expect(before.queryByText('3 lb')).toBeNull();
  // what its customer removed is gone, and the rest is as it comes
  expect(before.queryByText('2 bunches')).toBeNull();
  expect(before.getByText('4 lb')).toBeVisible();
  // on this device, also later
  unmount();
  renderApp(board, server);
  expect(within(await findTicket(made)).queryByText(/Changed/)).toBeNull();
});

test('a later change is shown again, and the next step counts as seen', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3 });
  renderApp(board, server);
  await findTicket(made);
  const once = changeLines(made, { [tomatoes]: 4 });
  await user.click(await screen.findByRole('button', { name: /^Got it/ }));
  const twice = changeLines(once, { [tomatoes]: 5 });
  const shown = within(await findTicket(made));
  expect(await shown.findByText('Changed')).toBeVisible();
  expect(shown.getByText('4 lb')).toHaveProperty('tagName', 'S');
  await nextMillisecond();
  server.on('PATCH /api/v1/orders/:id/parts/:partId', () => {
    const next = accept(orderDtoSchema.parse(JSON.parse(JSON.stringify(twice))));
    only(next).version += 1;
    return ok(orderDtoSchema, { ...next, version: next.version + 1 });
  });
  await user.click(screen.getByRole('button', { name: `Accept, order ${made.code}` }));
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
});

test('stored text that is not what was stored shows the changes again', async () => {
  localStorage.setItem('seenChanges', '{"not":"this"}');
  const made = place(server, { [tomatoes]: 3 });
  change(server, made, { lines: linesOf({ [tomatoes]: 1 }) });
  renderApp(board, server);
  expect(await within(await findTicket(made)).findByText('Changed')).toBeVisible();
});

test('changed orders count beside the new ones, and make the same sound', async () => {
  let sounds = 0;
  const AudioContext = function count() {
    sounds += 1;
  };
  Object.assign(globalThis, { AudioContext });
  localStorage.setItem('orderSound', 'on');
  server.work.farmStats.orders = { placed: 0, delivered: 0, closed: 0 };
  const made = accept(place(server, { [tomatoes]: 3 }));
  await nextMillisecond();
  renderApp(board, server);
  await findTicket(made);
  changeLines(made, { [tomatoes]: 4 });
  expect(await screen.findByRole('link', { name: /^Orders ?, new: ?1$/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Accepted 1 ?, 1 changed$/ })).toBeVisible();
  expect(sounds).toBe(1);
});

test('what was added and removed before the farm looked is shown as that', async () => {
  const made = accept(place(server, { [tomatoes]: 3 }));
  await nextMillisecond();
  const added = change(server, made, { lines: linesOf({ [kale]: 2 }) });
  change(server, added, { lines: linesOf({ [kale]: 0 }) });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  expect(shown.getByText('Changed after you accepted')).toBeVisible();
  expect(shown.getByText('Lacinato Kale')).toHaveProperty('tagName', 'S');
  expect(shown.getByText('2 bunches')).toHaveProperty('tagName', 'S');
  expect(shown.getByText('Added and removed')).toBeVisible();
});

test('what the farm could not bring, and the customer then removed, is shown as removed', async () => {
  const made = accept(place(server, { [tomatoes]: 3, [kale]: 2 }));
  const lines = linesOf({ [kale]: 0 });
  const shorted = change(server, made, { lines, declineReason: 'quality' }, frances);
  await nextMillisecond();
  change(server, shorted, { lines });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  expect(shown.getByText('Lacinato Kale')).toHaveProperty('tagName', 'S');
  expect(shown.getByText('Removed')).toBeVisible();
});

test('what is again as the farm knows it is shown as changed back', async () => {
  const made = accept(place(server, { [tomatoes]: 3 }));
  await nextMillisecond();
  const more = change(server, made, { lines: linesOf({ [tomatoes]: 5 }) });
  change(server, more, { lines: linesOf({ [tomatoes]: 3 }) });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  expect(shown.getByText('Changed back')).toBeVisible();
  expect(shown.getByText('3 lb')).toBeVisible();
});

test('changed orders count on every page, however many are open', async () => {
  server.work.farmStats.orders = { placed: 0, delivered: 0, closed: 0 };
  const [first, second, third] = [1, 2, 3].map(() => accept(place(server, { [tomatoes]: 3 }))) as [
    OrderDto,
    OrderDto,
    OrderDto,
  ];
  await nextMillisecond();
  for (const made of [first, third]) change(server, made, { lines: linesOf({ [tomatoes]: 4 }) });
  const asked: (string | null)[] = [];
  // one order a page
  server.on('GET /api/v1/orders', ({ query }) => {
    const at = Number(query.get('cursor') ?? 0);
    asked.push(query.get('cursor'));
    const nextCursor = at + 1 < server.orders.length ? String(at + 1) : null;
    const total = server.orders.length;
    return ok(ordersPageSchema, { orders: server.orders.slice(at, at + 1), nextCursor, total });
  });
  renderApp('/dashboard/farmer/reviews', server);
  expect(await screen.findByRole('link', { name: /^Orders ?, new: ?2$/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Orders, 2 new or changed' })).toBeInTheDocument();
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /));
  // once for all that count
  expect(asked).toEqual([null, '1', '2']);
  changeLines(second, { [tomatoes]: 5 });
  expect(await screen.findByRole('link', { name: /^Orders ?, new: ?3$/ })).toBeVisible();
});
