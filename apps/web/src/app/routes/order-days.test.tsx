import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addDays,
  dayOf,
  type OrderDto,
  ordersPageSchema,
  type PackingSlip,
  type PartSlot,
  type PartStatus,
  pickListSchema,
} from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, ok } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const farmer = '/dashboard/farmer';
const farmId = fakeId('farm', 1);
const today = dayOf(Date.now(), 'America/New_York');
const [tomorrow, later] = [addDays(today, 1), addDays(today, 3)];
const { emit } = fakeConnection();
const ofScreen = window.matchMedia;

let server: FakeServer;

/** 4–7 PM in New York, in the winter. */
const slotOn = (date: string): PartSlot => ({
  _id: fakeId('part', 7_000),
  date,
  startAt: `${date}T21:00:00.000Z`,
  endAt: `${addDays(date, 1)}T00:00:00.000Z`,
  cutOffAt: `${addDays(date, -1)}T21:00:00.000Z`,
});

function order(date: string | null, more: { line1?: string; postalCode?: string } = {}): OrderDto {
  const address = {
    recipient: `Ann of ${more.line1 ?? 'Elm St'}`,
    phone: '+15185550100',
    line1: '1 Elm St',
    city: 'Hudson',
    state: 'NY',
    postalCode: '12534',
    ...more,
  };
  const productId = server.products.find((one) => one.farmId === farmId)?._id ?? '';
  const made = makeOrder(server, { items: [{ productId, quantity: 2 }], address });
  for (const part of made.parts) part.slot = date === null ? null : slotOn(date);
  server.orders.unshift(made);
  return made;
}
const placed = (made: OrderDto) => emit('order.part-placed', 1, { order: made, farmId });
function moved(made: OrderDto, status: PartStatus, version = 2): void {
  const [part] = made.parts;
  if (!part) throw new Error('an order has a part');
  const change = { orderId: made._id, code: made.code, farmId, from: part.status, changes: [] };
  emit('order.farm-part-changed', version, { ...change, part: { ...part, status, version } });
}

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('farmer', { farmId });
  server.on('GET /api/v1/orders', ({ query }) => {
    const [status, day] = [query.get('status'), query.get('day')];
    const orders = server.orders.filter(
      ({ status: is, parts: [part] }) =>
        (status ?? is) === is && (day === null || day === (part?.slot?.date ?? 'none')),
    );
    return ok(ordersPageSchema, { orders, nextCursor: null, total: orders.length });
  });
});
afterEach(() => {
  window.matchMedia = ofScreen;
});

const chips = async () =>
  within(await screen.findByRole('group', { name: 'Orders by day' }))
    .getAllByRole('button')
    .map((chip) => chip.textContent?.replace(/^\w{3}, \w{3} \d+/, 'date'));
const chip = (name: RegExp) => screen.getByRole('button', { name });

test('the days count open orders live, and the board shows the chosen one, without a request', async () => {
  const user = userEvent.setup();
  const now = order(today);
  order(later);
  order(null);
  const { router } = renderApp(`${farmer}/orders`, server);
  await screen.findByRole('heading', { name: 'New: 3 orders' });
  expect(await chips()).toEqual(['Today 1', 'Tomorrow 0', 'date 1', 'No day 1', 'All 3']);
  await user.click(chip(/^Today/));
  expect(router.state.location.search).toBe(`?day=${today}`);
  await screen.findByRole('heading', { name: 'New: 1 order' });
  expect(screen.getByRole('article', { name: now.code })).toHaveTextContent('4–7 PM');
  await barIsComplete(server);
  const calls = server.calls.length;

  const next = order(tomorrow);
  placed(next);
  placed(next);
  await waitFor(async () => expect(await chips()).toContain('Tomorrow 1'));
  expect(screen.getByRole('heading', { name: 'New: 1 order' })).toBeVisible();
  expect(await screen.findByText(`New order ${next.code}.`)).toBeInTheDocument();

  moved(next, 'accepted');
  moved(now, 'declined');
  await waitFor(async () =>
    expect(await chips()).toEqual(['Today 0', 'Tomorrow 1', 'date 1', 'No day 1', 'All 3']),
  );
  moved(next, 'cancelled', 3);
  await waitFor(async () => expect(await chips()).toContain('Tomorrow 0'));
  // an event that arrives late changes nothing
  moved(next, 'accepted');
  expect(await chips()).toEqual(['Today 0', 'Tomorrow 0', 'date 1', 'No day 1', 'All 2']);
  expect(server.calls.slice(calls)).toEqual([]);
});

test('a day without orders says so, and leads to every day', async () => {
  const user = userEvent.setup();
  order(later);
  const { router } = renderApp(`${farmer}/orders?day=${tomorrow}`, server);
  expect(await screen.findByText('No orders for Tomorrow.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show every day' }));
  expect(router.state.location.search).toBe('?day=all');
  await screen.findByRole('heading', { name: 'New: 1 order' });
  expect(screen.getByRole('article')).toHaveTextContent(/(Sun|Mon|Tue|Wed|Thu|Fri|Sat) 4–7 PM/);
});

test('a farm without days chooses none, and a past day with open orders stays in sight', async () => {
  order(null);
  const { unmount } = renderApp(`${farmer}/orders`, server);
  await screen.findByRole('heading', { name: 'New: 1 order' });
  expect(screen.queryByRole('group', { name: 'Orders by day' })).not.toBeInTheDocument();
  unmount();
  order(addDays(today, -1));
  renderApp(`${farmer}/orders`, server);
  expect(await chips()).toEqual(['Yesterday 1', 'Today 0', 'Tomorrow 0', 'No day 1', 'All 2']);
});

test('a phone begins with the next day that has orders, and stays on it', async () => {
  window.matchMedia = (query) => ({ ...ofScreen(query), matches: query === '(width < 30rem)' });
  order(addDays(today, -1));
  order(later);
  const next = order(tomorrow);
  renderApp(`${farmer}/orders`, server);
  await screen.findByRole('heading', { name: 'New: 1 order' });
  expect(chip(/^Tomorrow/)).toHaveAttribute('aria-pressed', 'true');
  moved(next, 'declined');
  await waitFor(() => expect(chip(/^Tomorrow/)).toHaveTextContent('Tomorrow 0'));
  expect(chip(/^Tomorrow/)).toHaveAttribute('aria-pressed', 'true');
});

test('the table and the pick list are of the chosen day, which the views share', async () => {
  const user = userEvent.setup();
  const [soon, far] = [order(tomorrow), order(later)];
  const { router } = renderApp(`${farmer}/orders?day=${tomorrow}`, server);
  await screen.findByRole('heading', { name: 'New: 1 order' });
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(router.state.location.search).toBe(`?day=${tomorrow}&view=table`);
  const table = await screen.findByRole('table', { name: 'Orders, newest first' });
  expect(within(table).getByRole('link', { name: soon.code })).toBeVisible();
  expect(within(table).queryByText(far.code)).not.toBeInTheDocument();
  expect(within(table).getByText('4–7 PM')).toBeVisible();
  placed(order(tomorrow));
  await waitFor(() => expect(within(table).getAllByText('4–7 PM')).toHaveLength(2));

  const asked: (string | null)[] = [];
  server.on('GET /api/v1/farms/mine/pick-list', ({ query }) => {
    asked.push(query.get('day'));
    return ok(pickListSchema, server.work.pickList);
  });
  await user.click(screen.getByRole('link', { name: 'Pick this day' }));
  await waitFor(() => expect(asked).toEqual([tomorrow]));
  expect(router.state.location.pathname).toBe(`${farmer}/pick-list`);
  await user.click(chip(/^All \d/));
  await waitFor(() => expect(asked).toEqual([tomorrow, null]));
});

const slipOf = ({ _id, code, createdAt, parts: [part] }: OrderDto): PackingSlip => {
  if (!part) throw new Error('an order has a part');
  return {
    orderId: _id,
    partId: part._id,
    code,
    placedAt: createdAt,
    farmName: part.farmName,
    status: part.status,
    fulfilment: 'pickup',
    pickupPlace: 'The barn',
    slot: part.slot,
    address: null,
    notes: [],
    lines: part.lines,
    goodsTotal: part.subtotal,
    payment: { method: 'pay_on_handover', status: 'due', deliveryFee: 0, toCollect: 5 },
    version: part.version,
  };
};

test('the slips of a day follow its orders, and new ones are added when asked for', async () => {
  const user = userEvent.setup();
  const [first, second] = [order(tomorrow), order(tomorrow)];
  server.work.slips.push(slipOf(first), slipOf(second), slipOf(order(later)));
  renderApp(`${farmer}/packing-slips?day=${tomorrow}`, server);
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('article', { name: first.code })).toHaveTextContent('4–7 PM');
  moved(first, 'cancelled');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  const third = order(tomorrow);
  placed(third);
  server.work.slips.push(slipOf(third));
  expect(await screen.findByText('1 order came in since.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add them' }));
  expect(await screen.findByRole('article', { name: third.code })).toBeVisible();
});

test('the labels of a day are on sheets of eight, and follow its orders without a request', async () => {
  const user = userEvent.setup();
  const orders = Array.from({ length: 9 }, () => order(tomorrow));
  order(later);
  const { router } = renderApp(`${farmer}/labels?day=${tomorrow}`, server);
  expect(await screen.findByText(/^9 labels: /)).toBeVisible();
  const sheets = () => screen.getAllByRole('list').filter((one) => one.matches('.label-sheet'));
  expect(sheets().map((sheet) => within(sheet).getAllByRole('listitem').length)).toEqual([8, 1]);
  await user.selectOptions(screen.getByLabelText('Begin at label'), '4');
  expect(sheets().map((sheet) => within(sheet).getAllByRole('listitem').length)).toEqual([5, 4]);
  const [label] = screen.getAllByText(orders[0]?.code ?? '').map((code) => code.closest('li'));
  for (const words of ['4–7 PM', '1 Elm St', 'Hudson, NY 12534', orders[0]?.customer.name ?? ''])
    expect(label).toHaveTextContent(words);
  await barIsComplete(server);
  const calls = server.calls.length;
  moved(orders[0] as OrderDto, 'declined');
  placed(order(tomorrow));
  moved(orders[1] as OrderDto, 'declined');
  expect(await screen.findByText(/^8 labels: /)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Paper'), 'label');
  expect(router.state.location.search).toContain('paper=label');
  expect(server.calls.slice(calls)).toEqual([]);
});

test('the run sheet strikes a cancelled stop, ticks a delivered one, and plans new ones when asked', async () => {
  const user = userEvent.setup();
  order(tomorrow, { line1: '9 Nowhere', postalCode: '00001' });
  const [second, first] = [
    order(tomorrow, { line1: '2 Oak St' }),
    order(tomorrow, { line1: '1 Ash St' }),
  ];
  for (const { parts } of server.orders) for (const part of parts) part.status = 'out_for_delivery';
  renderApp(`${farmer}/run-sheet?day=${tomorrow}`, server);
  const stop = (name: RegExp) => screen.findByRole('article', { name });
  expect(await stop(/^Stop 1: Ann of 1 Ash St/)).toHaveTextContent(/4–7 PM · Collect \$/);
  const address = '1 Ash St, Hudson, NY 12534';
  expect(screen.getByRole('link', { name: 'Map: Ann of 1 Ash St' })).toHaveAttribute(
    'href',
    `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`,
  );
  const [phone] = screen.getAllByRole('link', { name: 'Call: (518) 555-0100' });
  expect(phone).toHaveAttribute('href', 'tel:+15185550100');
  const unknown = screen.getByRole('region', { name: 'Not on the round' });
  expect(within(unknown).getByRole('article', { name: /^Stop 3: / })).toHaveTextContent(
    '9 Nowhere',
  );
  await barIsComplete(server);
  const calls = server.calls.length;

  moved(second, 'cancelled');
  await waitFor(async () =>
    expect(within(await stop(/^Stop 2: /)).getByRole('heading')).toHaveClass('line-through'),
  );
  expect(screen.getByText(/^2 stops: /)).toBeVisible();
  const fresh = order(tomorrow, { line1: '5 Elm St' });
  placed(fresh);
  const since = await screen.findByRole('region', { name: 'Ordered since' });
  expect(within(since).getByRole('article', { name: /^Stop 4: / })).toHaveTextContent('5 Elm St');
  expect(server.calls.slice(calls)).toEqual([]);

  await user.click(screen.getByRole('button', { name: `Mark delivered, order ${first.code}` }));
  expect(server.calls).toContain(`PATCH /api/v1/orders/${first._id}/parts/${first.parts[0]?._id}`);
  moved(first, 'delivered');
  expect(await screen.findByText(/^3 stops, 2 left: /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Plan the round again' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Ordered since' })).not.toBeInTheDocument(),
  );
});
