import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type OrderDto,
  orderStepsResultSchema,
  orderStepsSchema,
  ordersPageSchema,
} from '#libs/contracts';
import { FakeServer, ok } from '../../testing/fake-server';
import { fakeSocket, openSocketsBy } from '../../testing/fake-socket';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

openSocketsBy(fakeSocket);

const board = '/dashboard/farmer/orders';
const ofScreen = window.matchMedia;
let server: FakeServer;
/** Ids of the orders that were taken further, and where to. */
let sent: [string, string][];
let requests: number;
/** Ids of the orders whose step is refused. */
let overtaken: Set<string>;
const conflict = {
  type: 'urn:farmgate:error:version-conflict',
  title: 'Somebody else was faster',
  status: 409,
  detail: 'Somebody else was faster',
  message: 'Somebody else was faster',
  code: 'VERSION_CONFLICT' as const,
  requestId: 'test',
};
let asked: URLSearchParams[];

function addOrder(): OrderDto {
  const productId = server.products[0]?._id ?? '';
  const order = makeOrder(server, { items: [{ productId, quantity: 1 }], address });
  server.orders.unshift(order);
  return order;
}

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('farmer');
  sent = [];
  requests = 0;
  overtaken = new Set();
  asked = [];
  server.on('GET /api/v1/orders', ({ query }) => {
    asked.push(query);
    const status = query.get('status');
    const all = server.orders.filter((order) => status === null || order.status === status);
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 20);
    const nextCursor = to < all.length ? String(to) : null;
    return ok(ordersPageSchema, { orders: all.slice(from, to), nextCursor, total: all.length });
  });
  server.on('POST /api/v1/farms/mine/order-steps', ({ body }) => {
    const { steps } = orderStepsSchema.parse(body);
    requests++;
    return ok(orderStepsResultSchema, {
      results: steps.map(({ orderId, status }) => {
        if (overtaken.has(orderId)) return { problem: conflict };
        sent.push([orderId, status]);
        const order = server.orders.find(({ _id }) => _id === orderId) as OrderDto;
        const parts = order.parts.map((part) => ({ ...part, status, version: 2 }));
        return { order: { ...order, version: 2, parts } };
      }),
    });
  });
});
afterEach(() => {
  window.matchMedia = ofScreen;
});

test('all new orders are accepted at once, after time to undo it', async () => {
  const user = userEvent.setup();
  const orders = [addOrder(), addOrder(), addOrder()];
  renderApp(board, server);
  await user.click(await screen.findByRole('button', { name: 'Accept all 3' }));
  expect(screen.getByText('3 orders held back.')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent('Sent in 10 s');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByText('3 orders held back.')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Accept all 3' }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('3 orders changed')).toBeVisible();
  expect(sent.map(([id]) => id).sort()).toEqual(orders.map(({ _id }) => _id).sort());
  expect(requests).toBe(1);
});

test('what is held back is sent when the page is hidden, and when another is opened', async () => {
  const user = userEvent.setup();
  addOrder();
  addOrder();
  const { router } = renderApp(board, server);
  await user.click(await screen.findByRole('button', { name: 'Accept all 2' }));
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  visibility.mockRestore();
  await waitFor(() => expect(sent).toHaveLength(2));

  addOrder();
  addOrder();
  await act(() => router.navigate(`${board}?view=table`));
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select order/ });
  for (const box of boxes.slice(0, 2)) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Accept (2)' }));
  await act(() => router.navigate('/inbox'));
  await waitFor(() => expect(sent).toHaveLength(4));
});

test('a refusal in between says how many were not changed, and shows what they are now', async () => {
  const user = userEvent.setup();
  addOrder();
  const other = addOrder();
  overtaken.add(other._id);
  renderApp(board, server);
  await user.click(await screen.findByRole('button', { name: 'Accept all 2' }));
  const now = server.orders.find(({ _id }) => _id === other._id) as OrderDto;
  const parts = now.parts.map((part) => ({ ...part, status: 'packed' as const, version: 3 }));
  server.orders.splice(server.orders.indexOf(now), 1, { ...now, parts, version: 3 });
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('1 of 2 orders could not be changed')).toBeVisible();
  const packed = screen.getByRole('region', { name: /^Packed/ });
  expect(await within(packed).findByText(other.code)).toBeInTheDocument();
});

test('where there is no answer, all of it is as before', async () => {
  const user = userEvent.setup();
  addOrder();
  addOrder();
  renderApp(board, server);
  await user.click(await screen.findByRole('button', { name: 'Accept all 2' }));
  const fetchFromServer = server.fetch;
  globalThis.fetch = (input, init) => {
    if (String(input).includes('order-steps')) return Promise.reject(new Error('offline'));
    return fetchFromServer(input, init);
  };
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('2 of 2 orders could not be changed')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Accept all 2' })).toBeVisible();
});

test('the table is filtered and sorted as a whole, and keeps both in the address', async () => {
  const user = userEvent.setup();
  for (let n = 0; n < 130; n++) addOrder();
  const oldest = server.orders.at(-1) as OrderDto;
  const { router } = renderApp(`${board}?view=table`, server);
  expect(await screen.findByText('130 orders')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Sort by'), 'oldest');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(131));
  expect(screen.getAllByRole('row')[1]).toHaveTextContent(oldest.code);
  await user.selectOptions(screen.getByLabelText('Step'), 'placed');
  await waitFor(() =>
    expect(router.state.location.search).toBe('?view=table&sort=oldest&partStatus=placed'),
  );
  await waitFor(() => expect(asked.at(-1)?.get('partStatus')).toBe('placed'));
});

test('of very many orders only those near the screen are rendered', async () => {
  window.matchMedia = (query) => ({ ...ofScreen(query), matches: query === '(width >= 64rem)' });
  for (let n = 0; n < 260; n++) addOrder();
  renderApp(`${board}?view=table&sort=oldest`, server);
  const table = await screen.findByRole('table');
  await waitFor(() => expect(table).toHaveAttribute('aria-rowcount', '261'), { timeout: 10_000 });
  const rows = within(table).getAllByRole('row');
  expect(rows.length).toBeLessThan(80);
  expect(rows[1]).toHaveAttribute('aria-rowindex', '2');
});
