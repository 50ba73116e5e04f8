import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type DomainEvent,
  type EventName,
  type EventPayload,
  type FarmStats,
  type OrderDto,
  orderDtoSchema,
  ordersPageSchema,
  type PartStatus,
  takeStepSchema,
} from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

let server: FakeServer;
let events = 0;

function addOrder(): OrderDto {
  const productId = server.products[server.orders.length % server.products.length]?._id ?? '';
  const order = makeOrder(server, { items: [{ productId, quantity: 1 }], address });
  server.orders.unshift(order);
  return order;
}

function emit(order: OrderDto): void {
  publish('order.part-placed', { order, farmId: order.parts[0]?.farmId ?? '' });
}

function publish<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
  events += 1;
  const event = {
    id: events.toString(16).padStart(24, '0'),
    name,
    occurredAt: new Date().toISOString(),
    aggregateId: events.toString(16).padStart(24, '0'),
    version: 1,
    correlationId: 'test',
    actorId: null,
    payload,
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
}

function publishCounts(orders: FarmStats['orders']): void {
  const { sales: _, topProducts: __, today: ___, version, ...figures } = server.work.farmStats;
  publish('farm.stats-changed', {
    ...figures,
    orders,
    version: version + 1,
    day: null,
    products: [],
  });
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
  server.work.farmStats.orders = { placed: 2, delivered: 0, closed: 0 };
  server.on('GET /api/v1/orders', ({ query }) => {
    const status = query.get('status');
    const all = server.orders.filter((order) => status === null || order.status === status);
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 20);
    const nextCursor = to < all.length ? String(to) : null;
    return ok(ordersPageSchema, { orders: all.slice(from, to), nextCursor, total: all.length });
  });
  addOrder();
  addOrder();
});

test('a new order appears live and is announced, without a request', async () => {
  await openBoard();
  await barIsComplete(server);
  const calls = server.calls.length;
  const order = addOrder();
  emit(order);
  expect(await within(await column(/^New: 3/)).findByText(order.code)).toBeVisible();
  await waitFor(() => expect(screen.getByText(`New order ${order.code}.`)).toBeInTheDocument());
  expect(server.calls.slice(calls)).toEqual([]);
});

/** Moves an order to a status, as the server stores it. */
function setStatus(order: OrderDto, status: PartStatus): void {
  for (const part of order.parts) part.status = status;
  if (status === 'delivered') order.status = 'Delivered';
}

test('with more open orders than a page has, every step is whole, and delivered ones are counted by the server', async () => {
  const user = userEvent.setup();
  server.orders.length = 0;
  for (let n = 0; n < 16; n++) setStatus(addOrder(), 'accepted');
  for (let n = 0; n < 120; n++) addOrder();
  setStatus(server.orders[50] as OrderDto, 'delivered');
  server.work.farmStats.orders = { placed: 119, delivered: 31, closed: 4 };
  const oldest = server.orders.at(-1) as OrderDto;
  renderApp('/dashboard/farmer/orders', server);
  const accepted = await column(/^Accepted: 16/);
  expect(within(accepted).getByText(oldest.code)).toBeVisible();
  const fresh = await column(/^New: 119/);
  expect(within(fresh).getAllByRole('article')).toHaveLength(20);
  await user.click(within(fresh).getByRole('button', { name: 'Show more of New: 99 left' }));
  expect(within(fresh).getAllByRole('article')).toHaveLength(40);
  const delivered = await column(/^Delivered: 31/);
  expect(within(delivered).getByText('30 more in the table')).toBeVisible();
  expect(screen.getByText(/4 declined or cancelled orders are in the table/)).toBeVisible();
  publishCounts({ placed: 119, delivered: 32, closed: 4 });
  expect(await column(/^Delivered: 32/)).toBeVisible();
});

test('the table lists every order, and has them as a file', async () => {
  setStatus(addOrder(), 'delivered');
  renderApp('/dashboard/farmer/orders?view=table', server);
  expect(await screen.findByText('3 orders')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
});

test('a new order stays pending while the board has the keyboard focus', async () => {
  const user = userEvent.setup();
  await openBoard();
  const accept = screen.getAllByRole('button', { name: /^Accept, order/ })[0];
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

test('declining asks for a reason, and waits until it can no longer be undone', async () => {
  const user = userEvent.setup();
  await openBoard();
  const order = server.orders[1] as OrderDto;
  const sent: unknown[] = [];
  server.on('POST /api/v1/orders/:id/parts/:partId/changes', ({ body }) => {
    sent.push(body);
    const parts = order.parts.map((part) => ({ ...part, status: 'declined' as const, version: 2 }));
    return ok(orderDtoSchema, { ...order, status: 'Cancelled', version: 2, parts });
  });
  await user.click(screen.getByRole('button', { name: `Decline, order ${order.code}` }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect((await within(dialog).findAllByText(/Please give a reason/))[0]).toBeVisible();
  expect(sent).toEqual([]);
  expect(within(dialog).getAllByText('Please choose what happened.')[0]).toBeVisible();
  const reason = within(dialog).getByRole('textbox');
  await user.click(within(dialog).getByRole('radio', { name: 'Too much to do' }));
  expect(reason).toHaveValue('We cannot manage your order this time.');
  await user.clear(reason);
  await user.type(reason, '  Hail took them. ');
  await user.click(within(dialog).getByRole('radio', { name: 'Not harvested' }));
  expect(reason).toHaveValue('  Hail took them. ');
  const confirm = within(dialog).getByRole('button', { name: 'Decline' });
  await user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('1 order held back.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send now' }));
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
  // the focus is back in the board; for jsdom it came from the keyboard, and holds the order there
  await user.click(document.body);
  await waitFor(() => expect(screen.queryByText(order.code)).not.toBeInTheDocument());
  publishCounts({ placed: 1, delivered: 0, closed: 1 });
  expect(await screen.findByText(/1 declined or cancelled order is in the table/)).toBeVisible();
});

test('an open decline dialog notices what has changed, and keeps what was typed', async () => {
  const user = userEvent.setup();
  await openBoard();
  const order = server.orders[1] as OrderDto;
  const [part] = order.parts;
  if (part === undefined) throw new Error('an order has parts');
  await user.click(screen.getByRole('button', { name: `Decline, order ${order.code}` }));
  const dialog = await screen.findByRole('dialog');
  const reason = within(dialog).getByRole('textbox');
  await user.type(reason, 'Hail took them.');
  await user.click(within(dialog).getByRole('radio', { name: 'Not harvested' }));
  // somebody else at the farm is quicker
  const { _id: orderId, code } = order;
  const moved = (status: PartStatus, version: number) => {
    const changed = { ...part, status, version };
    const from = part.status;
    const farmId = part.farmId;
    publish('order.farm-part-changed', { orderId, code, farmId, part: changed, from, changes: [] });
  };
  moved('accepted', 2);
  expect(await within(dialog).findByText(/went from “Placed” to “Accepted”/)).toBeVisible();
  expect(reason).toHaveValue('Hail took them.');
  moved('packed', 3);
  expect(
    await within(dialog).findByText(/to “Packed”. So this is no longer possible/),
  ).toBeVisible();
  expect(reason).toHaveValue('Hail took them.');
  expect(within(dialog).getByRole('button', { name: /^Decline/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('the keys take an order through all its steps, and the focus stays with it', async () => {
  const user = userEvent.setup();
  await openBoard();
  const order = server.orders[1] as OrderDto;
  const sent: unknown[] = [];
  server.on('PATCH /api/v1/orders/:id/parts/:partId', ({ body }) => {
    const { status } = takeStepSchema.parse(body);
    sent.push(status);
    const version = sent.length + 1;
    const parts = order.parts.map((part) => ({ ...part, status, version }));
    return ok(orderDtoSchema, { ...order, version, parts });
  });
  const ticket = () => screen.getByRole('article', { name: order.code });
  await user.keyboard('j');
  expect(ticket()).toHaveFocus();
  for (const [key, name] of [
    ['a', /^Accepted: 1/],
    ['p', /^Packed: 1/],
    ['s', /^Out \/ Ready: 1/],
    ['d', /^Delivered: /],
  ] as const) {
    await user.keyboard(key);
    expect(within(await column(name)).getByText(order.code)).toBeVisible();
    expect(ticket()).toHaveFocus();
    await waitFor(() => expect(ticket().querySelector('[aria-busy]')).toBeNull());
  }
  expect(sent).toEqual(['accepted', 'packed', 'out_for_delivery', 'delivered']);
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
