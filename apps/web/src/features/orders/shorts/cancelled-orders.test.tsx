import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '../../../testing/fake-server';
import {
  accept,
  change,
  changeLive,
  findTicket,
  frances,
  kale,
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
const cancelled = { status: 'cancelled' } as const;
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('farmer', { farmId: fakeId('farm', 1) });
  server.work.farmStats.orders = { placed: 0, delivered: 0, closed: 0 };
});

test('an order that its customer cancels stays in its column, struck through, until it is seen', async () => {
  const user = userEvent.setup();
  const made = accept(place(server, { [tomatoes]: 3 }));
  const other = accept(place(server, { [tomatoes]: 1 }));
  await nextMillisecond();
  renderApp(board, server);
  await screen.findByRole('region', { name: 'Accepted: 2 orders' });
  const reason = 'We are away.';
  changeLive(connection, server, made, { ...cancelled, reason });
  // it is no work any more
  const column = await screen.findByRole('region', { name: 'Accepted: 1 order' });
  // nor before what is
  const codes = within(column)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(codes.filter((code) => code?.startsWith('FG-'))).toEqual([other.code, made.code]);
  const shown = within(within(column).getByRole('article', { name: made.code }));
  expect(shown.getByText('Cancelled by the customer')).toBeVisible();
  expect(shown.getByText(/^Emma, \d+:\d\d/)).toBeVisible();
  expect(shown.getByText('“We are away.”')).toBeVisible();
  expect(shown.getByText('Brandywine Tomatoes')).toHaveProperty('tagName', 'S');
  expect(shown.getByText('3 lb')).toBeVisible();
  expect(shown.queryByText('$0.00')).toBeNull();
  expect(shown.getAllByRole('button')).toHaveLength(1);
  expect(await screen.findByText(`Order ${made.code} was cancelled.`)).toBeInTheDocument();
  // on a phone, its column has the mark of a change
  expect(screen.getByRole('button', { name: /^Accepted 1 ?, 1 changed$/ })).toBeVisible();
  await user.click(shown.getByRole('button', { name: `Got it, order ${made.code}` }));
  expect(screen.queryByRole('article', { name: made.code })).toBeNull();
  expect(await findTicket(other)).toBeVisible();
  expect(within(column).getByRole('heading', { name: 'Accepted: 1 order' })).toHaveFocus();
});

test('a page that was not open tells of it too, once on a device', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3 });
  change(server, made, cancelled);
  const { unmount } = renderApp(board, server);
  const column = within(await screen.findByRole('region', { name: 'New: 0 orders' }));
  expect(await column.findByText('Cancelled by the customer')).toBeVisible();
  await user.click(column.getByRole('button', { name: `Got it, order ${made.code}` }));
  await waitFor(() => expect(screen.queryByText(made.code)).toBeNull());
  unmount();
  renderApp(board, server);
  expect(await screen.findByText('No orders yet.')).toBeVisible();
});

test('what was cancelled days ago, or declined by the farm itself, is not told', async () => {
  const long = place(server, { [tomatoes]: 3 });
  const declined = place(server, { [kale]: 3 });
  const left = place(server, { [kale]: 1 });
  const part = only(change(server, long, cancelled));
  for (const one of [...part.changes, ...part.timeline])
    one.at = new Date(Date.now() - 4 * 24 * 60 * 60 * 1000).toISOString();
  change(server, declined, { status: 'declined', declineReason: 'quality' }, frances);
  renderApp(board, server);
  await findTicket(left);
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

test('what an admin cancels is told as that', async () => {
  const made = place(server, { [tomatoes]: 3 });
  change(server, made, { ...cancelled, reason: 'Ordered twice' }, { role: 'admin', name: 'Ada' });
  renderApp(board, server);
  expect(await within(await findTicket(made)).findByText('Cancelled by Farmgate')).toBeVisible();
});
