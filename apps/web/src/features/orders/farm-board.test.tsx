import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DomainEvent, type OrderDto, orderDtoSchema, ordersPageSchema } from '#libs/contracts';
import type { SocketCallbacks } from '../../realtime/socket';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeSocket } from '../../testing/fake-socket';
import { makeOrder } from '../../testing/order-fixtures';

const connections: SocketCallbacks[] = [];
jest.unstable_mockModule('../../realtime/socket', () => ({
  openSocket: (callbacks: SocketCallbacks) => {
    connections.push(callbacks);
    return fakeSocket(callbacks);
  },
}));
const { renderApp } = await import('../../testing/render');

const address = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '1 Elm St',
  city: 'Amherst',
  state: 'MA',
  postalCode: '01002',
};
let server: FakeServer;
let events = 0;

function addOrder(): OrderDto {
  const productId = server.products[server.orders.length]?._id ?? '';
  const order = makeOrder(server, { items: [{ productId, quantity: 1 }], address });
  server.orders.unshift(order);
  return order;
}

function emit(order: OrderDto): void {
  events += 1;
  const event = {
    id: events.toString(16).padStart(24, '0'),
    name: 'order.part-placed',
    occurredAt: order.createdAt,
    aggregateId: order._id,
    version: order.version,
    correlationId: 'test',
    actorId: null,
    payload: { order, farmId: order.parts[0]?.farmId ?? '' },
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
}

async function openBoard() {
  const view = renderApp('/dashboard/farmer/orders', server);
  await screen.findByRole('heading', { name: 'New: 2 orders' });
  return view;
}

const column = (name: RegExp) => screen.findByRole('region', { name });

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('farmer');
  server.on('GET /api/v1/orders', () =>
    ok(ordersPageSchema, { orders: server.orders, nextCursor: null, total: server.orders.length }),
  );
  addOrder();
  addOrder();
});

test('a new order appears live and is announced, without a request', async () => {
  await openBoard();
  const calls = server.calls.length;
  const order = addOrder();
  emit(order);
  expect(await within(await column(/^New: 3/)).findByText(order.code)).toBeVisible();
  await waitFor(() => expect(screen.getByText(`New order ${order.code}.`)).toBeInTheDocument());
  expect(server.calls.slice(calls)).toEqual([]);
});

test('a new order stays pending while the board has the keyboard focus', async () => {
  const user = userEvent.setup();
  await openBoard();
  const accept = screen.getAllByRole('button', { name: /^Accept/ })[0];
  while (document.activeElement !== accept) await user.tab();
  const order = addOrder();
  emit(order);
  const show = await screen.findByRole('button', { name: '1 new – show' });
  expect(screen.queryByText(order.code)).not.toBeInTheDocument();
  expect(accept).toHaveFocus();
  await user.click(show);
  expect(within(await column(/^New: 3/)).getByText(order.code)).toBeVisible();
});

test('a step is shown optimistically, and a conflict shows the current state with a message', async () => {
  const user = userEvent.setup();
  await openBoard();
  const order = server.orders[1] as OrderDto;
  const part = order.parts[0];
  if (part === undefined) throw new Error('an order has parts');
  let refuse: () => void = () => undefined;
  const responseReady = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const fetchFromServer = server.fetch;
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'PATCH') await responseReady;
    return fetchFromServer(input, init);
  };
  server.on('PATCH /api/v1/orders/:id/parts/:partId', ({ body }) => {
    expect(body).toEqual({ status: 'accepted', version: 1 });
    return problem('VERSION_CONFLICT', 409);
  });
  server.on('GET /api/v1/orders/:id', () =>
    ok(orderDtoSchema, {
      ...order,
      version: 2,
      parts: [{ ...part, status: 'packed', version: 3 }],
    }),
  );
  await user.click(screen.getByRole('button', { name: `Accept, order ${order.code}` }));
  expect(within(await column(/^Accepted: 1/)).getByText(order.code)).toBeVisible();
  refuse();
  expect(await screen.findByText('This order changed meanwhile')).toBeVisible();
  expect(await within(await column(/^Packed: 1/)).findByText(order.code)).toBeVisible();
  expect(await column(/^Accepted: 0/)).toBeVisible();
});

test('a step is rolled back when the request fails', async () => {
  const user = userEvent.setup();
  await openBoard();
  const order = server.orders[1] as OrderDto;
  server.on('PATCH /api/v1/orders/:id/parts/:partId', () => problem('SERVICE_UNAVAILABLE', 503));
  await user.click(screen.getByRole('button', { name: `Accept, order ${order.code}` }));
  expect(await screen.findByText('The order could not be changed')).toBeVisible();
  expect(within(await column(/^New: 2/)).getByText(order.code)).toBeVisible();
});

test('declining asks for a reason before anything is sent', async () => {
  const user = userEvent.setup();
  await openBoard();
  const order = server.orders[1] as OrderDto;
  const sent: unknown[] = [];
  server.on('PATCH /api/v1/orders/:id/parts/:partId', ({ body }) => {
    sent.push(body);
    const parts = order.parts.map((part) => ({ ...part, status: 'declined' as const, version: 2 }));
    return ok(orderDtoSchema, { ...order, status: 'Cancelled', version: 2, parts });
  });
  await user.click(screen.getByRole('button', { name: `Decline, order ${order.code}` }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect((await within(dialog).findAllByText(/Please give a reason/))[0]).toBeVisible();
  expect(sent).toEqual([]);
  await user.selectOptions(within(dialog).getByLabelText('What happened'), 'not_harvested');
  await user.type(within(dialog).getByRole('textbox'), '  Hail took them. ');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        status: 'declined',
        version: 1,
        reason: 'Hail took them.',
        declineReason: 'not_harvested',
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByText(order.code)).not.toBeInTheDocument());
  expect(screen.getByText(/1 declined or cancelled order is in the table/)).toBeVisible();
});

test('keys move between orders, take the next step of the focused one, and show the help', async () => {
  const user = userEvent.setup();
  const { router } = await openBoard();
  const [second, first] = server.orders as [OrderDto, OrderDto];
  const sent: unknown[] = [];
  server.on('PATCH /api/v1/orders/:id/parts/:partId', ({ body, params }) => {
    sent.push([params.id, body]);
    const order = params.id === first._id ? first : second;
    const parts = order.parts.map((part) => ({ ...part, status: 'accepted' as const, version: 2 }));
    return ok(orderDtoSchema, { ...order, version: 2, parts });
  });
  const ticket = (order: OrderDto) => screen.getByRole('article', { name: order.code });
  await user.keyboard('a');
  expect(sent).toEqual([]);
  await user.keyboard('j');
  expect(ticket(first)).toHaveFocus();
  await user.keyboard('jj');
  expect(ticket(second)).toHaveFocus();
  await user.keyboard('kp');
  expect(ticket(first)).toHaveFocus();
  expect(
    await screen.findByText(`“Mark packed” is not the next step of order ${first.code}.`),
  ).toBeVisible();
  await user.keyboard('a');
  await waitFor(() => expect(sent).toEqual([[first._id, { status: 'accepted', version: 1 }]]));
  expect(within(await column(/^Accepted: 1/)).getByText(first.code)).toBeVisible();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await user.keyboard('j');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
});
