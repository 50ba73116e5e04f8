import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type DomainEvent,
  type OrderDto,
  type OwnReviewDto,
  ownFarmDtoSchema,
  type PackingSlip,
  type PickList,
  pickListSchema,
  startHolidaySchema,
} from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { fakeId } from '../../testing/fixtures';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

const farmer = '/dashboard/farmer';
let server: FakeServer;
let events = 0;

function emit(name: DomainEvent['name'], payload: object, version = 1): void {
  events += 1;
  const head = { id: events.toString(16).padStart(24, '7'), name, aggregateId: 'x', version };
  const event = { ...head, occurredAt: new Date().toISOString(), correlationId: 'test' };
  // serialised as by the server
  const wire = JSON.parse(JSON.stringify({ ...event, actorId: null, payload })) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

function placeOrder(quantity: number): OrderDto {
  const productId = server.products[0]?._id ?? '';
  const made = makeOrder(server, { items: [{ productId, quantity }], address });
  server.orders.unshift(made);
  return made;
}

/** The pick list of one order of this much of the first product. */
function pickListOf(quantity: number): PickList {
  const [order] = server.orders;
  const [part] = order?.parts ?? [];
  const [line] = part?.lines ?? [];
  if (!order || !part || !line) throw new Error('there is no order');
  const { productId, name, image, unit } = line;
  const at = { orderId: order._id, code: order.code };
  return {
    products: [
      { productId, name, image, unit, quantity, orders: [{ ...at, quantity, note: null }] },
    ],
    orders: [
      {
        ...at,
        partId: part._id,
        placedAt: order.createdAt,
        status: 'placed',
        fulfilment: 'delivery',
        slot: null,
        note: null,
        lines: [{ productId, name, unit, quantity, ordered: quantity, note: null }],
        version: 1,
      },
    ],
    total: 1,
  };
}

function slipOf({ _id, code, createdAt, parts }: OrderDto): PackingSlip {
  const [part] = parts;
  if (!part) throw new Error('an order has a part');
  const { recipient: _, phone: __, ...place } = address;
  return {
    orderId: _id,
    partId: part._id,
    code,
    placedAt: createdAt,
    farmName: part.farmName,
    status: part.status,
    fulfilment: 'delivery',
    pickupPlace: null,
    slot: null,
    address: place,
    notes: ['Ring twice'],
    lines: part.lines,
    goodsTotal: part.subtotal,
    payment: {
      method: 'pay_on_handover',
      status: 'due',
      deliveryFee: 4.99,
      toCollect: part.subtotal + 4.99,
    },
    version: part.version,
  };
}

const review = (n: number, text: string): OwnReviewDto => ({
  _id: n.toString(16).padStart(24, '6'),
  productId: server.products[0]?._id ?? '',
  productName: 'Rainbow carrots',
  productImage: '/produce/carrot.svg',
  farmId: fakeId('farm', 1),
  farmName: 'Hollow Creek Farm',
  farmSlug: 'hollow-creek-farm',
  author: 'Ida A.',
  rating: 4,
  title: null,
  text,
  reply: null,
  createdAt: new Date().toISOString(),
  editedAt: null,
  version: 1,
  orderId: fakeId('order', 1),
  customerId: fakeId('user', 1),
  editableUntil: new Date().toISOString(),
  hiddenReason: null,
});

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('farmer', { farmId: fakeId('farm', 1) });
});

test('the numbers update live in the figures, the chart’s description and the table', async () => {
  renderApp(`${farmer}/numbers`, server);
  await screen.findByRole('img', { name: /^Sales by day from/ });
  const { topProducts: _, sales: __, today, ...figures } = server.work.farmStats;
  await barIsComplete(server);
  const calls = server.calls.length;
  const day = { ...today, orders: 9, revenue: 321.5, average: 35.72, version: 2 };
  const toPick = { parts: 5, lines: 11 };
  const beets = { productId: fakeId('product', 2), name: 'Golden beets', unit: 'lb' as const };
  const products = [{ ...beets, quantity: 400, orders: 150, revenue: 1200, version: 1 }];
  emit('farm.stats-changed', { ...figures, toPick, version: 2, day, products });
  expect(await screen.findByText('in 9 orders')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Orders to pick: 5' })).toHaveAttribute(
    'href',
    `${farmer}/pick-list`,
  );
  const table = screen.getByRole('table', { name: 'Sales by day, newest first' });
  expect(within(table).getByText('$321.50')).toBeVisible();
  const [, best] = within(screen.getByRole('table', { name: 'What sells best' })).getAllByRole(
    'row',
  );
  expect(best).toHaveTextContent('Golden beets');
  expect(screen.getByRole('img', { name: /The best day was .*\$321\.50/ })).toBeVisible();
  expect(server.calls.slice(calls)).toEqual([]);
});

test('the pick list adds ordered lines and removes packed ones', async () => {
  renderApp(`${farmer}/pick-list`, server);
  await screen.findByText('Nothing to pick.');
  await barIsComplete(server);
  const calls = server.calls.length;
  const first = placeOrder(2);
  emit('order.part-placed', { order: first, farmId: fakeId('farm', 1) });
  const row = async () =>
    (await screen.findByRole('checkbox', { name: /^Picked: / })).closest('li') as HTMLElement;
  expect(within(await row()).getByRole('link', { name: first.code })).toBeVisible();
  const second = placeOrder(3);
  emit('order.part-placed', { order: second, farmId: fakeId('farm', 1) });
  await waitFor(async () => expect(within(await row()).getAllByRole('link')).toHaveLength(2));
  expect(within(await row()).getByText(/^5( |$)/)).toBeVisible();
  const [part] = first.parts;
  emit('order.farm-part-changed', {
    orderId: first._id,
    code: first.code,
    farmId: part?.farmId,
    part: { ...part, status: 'packed', version: 3 },
    from: 'accepted',
    changes: [],
  });
  await waitFor(async () => expect(within(await row()).getAllByRole('link')).toHaveLength(1));
  expect(screen.getByText('1 product for 1 order')).toBeVisible();
  expect(server.calls.slice(calls)).toEqual([]);
});

test('ticks on the pick list are kept on the device for the day, until more is ordered', async () => {
  const user = userEvent.setup();
  const { unmount } = renderApp(`${farmer}/pick-list`, server);
  await screen.findByText('Nothing to pick.');
  emit('order.part-placed', { order: placeOrder(2), farmId: fakeId('farm', 1) });
  await user.click(await screen.findByRole('checkbox', { name: /^Picked: / }));
  server.on('GET /api/v1/farms/mine/pick-list', () => ok(pickListSchema, pickListOf(2)));
  unmount();
  const again = renderApp(`${farmer}/pick-list`, server);
  expect(await screen.findByRole('checkbox', { name: /^Picked: / })).toBeChecked();
  emit('order.part-placed', { order: placeOrder(3), farmId: fakeId('farm', 1) });
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: /^Picked: / })).not.toBeChecked(),
  );
  await user.click(screen.getByRole('checkbox', { name: /^Picked: / }));
  again.unmount();
  const { day, ...picks } = JSON.parse(localStorage.getItem('picks') ?? '{}');
  localStorage.setItem('picks', JSON.stringify({ ...picks, day: `${day}, yesterday` }));
  renderApp(`${farmer}/pick-list`, server);
  expect(await screen.findByRole('checkbox', { name: /^Picked: / })).not.toBeChecked();
});

test('a new order is announced on every page: by a toast, a count, the title and the icon of the tab', async () => {
  const user = userEvent.setup();
  server.work.farmStats.orders = { placed: 0, delivered: 0, closed: 0 };
  const { router } = renderApp(`${farmer}/reviews`, server);
  await screen.findByRole('heading', { name: 'Reviews' });
  document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon.svg">');
  const icon = () => document.head.querySelector('link[rel=icon]')?.getAttribute('href');
  expect(document.title).toMatch(/^Reviews/);
  const { topProducts: _, sales: __, today: ___, ...figures } = server.work.farmStats;
  const orders = { placed: 1, delivered: 0, closed: 0 };
  await waitFor(() => expect(connections).toHaveLength(1));
  await waitFor(() => expect(server.calls).toContain('GET /api/v1/inbox'));
  emit('farm.stats-changed', { ...figures, orders, version: 2, day: null, products: [] });
  emit('inbox.added', {
    userId: server.user?._id,
    notification: {
      _id: fakeId('user', 77),
      kind: 'order.received',
      title: 'New order FG-7K3Q9M',
      text: 'From Ida',
      details: [],
      link: { path: '/orders/1', label: 'See the order' },
      readAt: null,
      createdAt: new Date().toISOString(),
    },
    inbox: { total: 1, unread: 1, version: 1 },
  });
  expect(await screen.findByRole('link', { name: /^Orders ?, new: ?1$/ })).toBeVisible();
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Reviews/));
  expect(icon()).toBe('/favicon-badge.svg');
  expect(await screen.findByText('New order FG-7K3Q9M')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Look at the orders' }));
  expect(router.state.location.pathname).toBe(`${farmer}/orders`);
});

test('on a phone the dashboard begins with the orders, and the bar has the pages of a day', async () => {
  const ofScreen = window.matchMedia;
  window.matchMedia = (query) => ({ ...ofScreen(query), matches: query === '(width < 48rem)' });
  try {
    const { router } = renderApp(farmer, server);
    const bar = await screen.findByRole('navigation', { name: 'Main, on phones' });
    expect(
      within(bar)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Orders', 'Pick', 'Products', 'Numbers']);
    await waitFor(() => expect(router.state.location.pathname).toBe(`${farmer}/orders`));
  } finally {
    window.matchMedia = ofScreen;
  }
});

test('a farm that is not approved reads on every page that nothing is sold yet', async () => {
  server.members.ownFarm = { ...server.members.ownFarm, status: 'pending', appliedAt: null };
  renderApp(`${farmer}/products`, server);
  expect(await screen.findByText(/Nothing of yours is sold yet/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See what is missing' })).toHaveAttribute(
    'href',
    `${farmer}/profile`,
  );
});

test('a packing slip shows its code, no names, and when it is not to be packed', async () => {
  const user = userEvent.setup();
  const made = placeOrder(2);
  server.work.slips.push(slipOf(made));
  const { router } = renderApp(`${farmer}/packing-slip/${made._id}`, server);
  const slip = await screen.findByRole('article', { name: made.code });
  expect(within(slip).getByText('“Ring twice”')).toBeVisible();
  expect(within(slip).queryByText(made.customer.name)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Paper'), 'label');
  expect(router.state.location.search).toBe('?paper=label');
  const [part] = made.parts;
  emit('order.farm-part-changed', {
    orderId: made._id,
    code: made.code,
    farmId: part?.farmId,
    part: { ...part, status: 'cancelled', version: 2 },
    from: 'placed',
    changes: [],
  });
  expect(await screen.findByText(/it is not to be packed/)).toBeVisible();
});

test('a packing slip says the day, the window and the place', async () => {
  const made = placeOrder(2);
  const slot = {
    _id: fakeId('part', 900),
    date: '2026-12-04',
    startAt: '2026-12-04T21:00:00.000Z',
    endAt: '2026-12-05T00:00:00.000Z',
    cutOffAt: '2026-12-03T01:00:00.000Z',
  };
  const pickup = { fulfilment: 'pickup', pickupPlace: 'The barn', address: null } as const;
  server.work.slips.push({ ...slipOf(made), ...pickup, slot });
  renderApp(`${farmer}/packing-slip/${made._id}`, server);
  const slip = within(await screen.findByRole('article', { name: made.code }));
  expect(slip.getByText(/^Friday, December 4, (2026, )?4–7 PM$/)).toBeVisible();
  expect(slip.getByText('The barn')).toBeVisible();
});

test('another farm’s order has no slip', async () => {
  renderApp(`${farmer}/packing-slip/${fakeId('order', 7)}`, server);
  expect(await screen.findByText('There is no slip for this order')).toBeVisible();
});

test('a review arrives live and is answered; the count updates without a request', async () => {
  const user = userEvent.setup();
  server.work.reviews.push(review(1, 'Sweet.'));
  renderApp(`${farmer}/reviews`, server);
  await screen.findByText('Sweet.');
  const fresh = review(2, 'Crooked.');
  server.work.reviews.unshift(fresh);
  emit('review.posted', { review: fresh, public: true });
  await screen.findByText('Crooked.');
  expect(screen.getByText('2 reviews, 2 wait for a reply')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: /^Reply to/ })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Your reply' });
  await user.click(within(dialog).getByRole('button', { name: 'Publish the reply' }));
  expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(/Write what you want/);
  await user.type(within(dialog).getByRole('textbox'), 'They taste the same.');
  await user.click(within(dialog).getByRole('button', { name: 'Publish the reply' }));
  expect(await screen.findByText('They taste the same.')).toBeVisible();
  expect(screen.getByText('2 reviews, 1 waits for a reply')).toBeVisible();
  emit(
    'review.removed',
    {
      reviewId: fresh._id,
      productId: fresh.productId,
      farmId: fresh.farmId,
      public: true,
    },
    3,
  );
  await waitFor(() => expect(screen.queryByText('Crooked.')).not.toBeInTheDocument());
});

test('a farm closes for a holiday and opens again', async () => {
  const user = userEvent.setup();
  renderApp(`${farmer}/profile`, server);
  const close = await screen.findByRole('button', { name: 'Close the farm' });
  await user.click(close);
  expect(await screen.findByText(/Open again on: Choose a day to come/)).toBeVisible();
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await user.type(screen.getByLabelText(/^Open again on/), day);
  await user.type(screen.getByLabelText(/^What customers read/), 'At the sea');
  await user.click(close);
  expect(await screen.findByText(/^Closed until/)).toBeVisible();
  expect(server.members.ownFarm.holiday?.message).toBe('At the sea');
  await user.click(screen.getByRole('button', { name: 'Open again now' }));
  expect(await screen.findByRole('button', { name: 'Close the farm' })).toBeVisible();
});

test('a holiday over days with orders asks what becomes of them first', async () => {
  const user = userEvent.setup();
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const slot = { slotId: fakeId('part', 1), date: until, startAt: `${until}T20:00:00.000Z` };
  const fates: unknown[] = [];
  server.on('POST /api/v1/farms/mine/holiday', ({ body }) => {
    const { fate } = startHolidaySchema.parse(body);
    fates.push(fate);
    if (fate === undefined)
      return problem('SLOT_HAS_ORDERS', 409, { details: { slots: [{ ...slot, taken: 1 }] } });
    const holiday = { until: `${until}T04:00:00.000Z`, message: null };
    return ok(ownFarmDtoSchema, { ...server.members.ownFarm, holiday, version: 9 });
  });
  renderApp(`${farmer}/profile`, server);
  const close = await screen.findByRole('button', { name: 'Close the farm' });
  await user.type(screen.getByLabelText(/^Open again on/), until);
  await user.click(close);
  const dialog = () => within(screen.getByRole('dialog'));
  await screen.findByText('1 order');
  await user.click(dialog().getByRole('button', { name: 'Change nothing' }));
  expect(await screen.findByText(/^The farm stays open/)).toBeVisible();
  await user.click(close);
  await screen.findByText('1 order');
  await user.click(dialog().getByLabelText('Keep them as agreed'));
  await user.click(dialog().getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText(/^Closed until/)).toBeVisible();
  expect(fates).toEqual([undefined, undefined, { orders: 'keep' }]);
});

test.each([
  ['numbers', 'Your numbers could not be loaded', 'GET /api/v1/farms/mine/stats'],
  ['pick-list', 'The pick list could not be loaded', 'GET /api/v1/farms/mine/pick-list'],
  ['reviews', 'The reviews could not be loaded', 'GET /api/v1/farms/mine/reviews'],
  ['days', 'Your days could not be loaded', 'GET /api/v1/schedules/mine'],
] as const)('%s says what failed, with the request id and Retry', async (page, text, call) => {
  const user = userEvent.setup();
  server.on(call, () => problem('FORBIDDEN', 403));
  const sound = new FakeServer();
  sound.user = server.user;
  renderApp(`${farmer}/${page}`, server);
  await screen.findByText(text);
  expect(screen.getByText('Request id: req-fake-1')).toBeVisible();
  globalThis.fetch = sound.fetch;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
});
