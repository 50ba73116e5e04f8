import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addDays,
  changePartSchema,
  type DomainEvent,
  type FarmDto,
  farmsPageSchema,
  type OrderDto,
  type OwnReviewDto,
  orderDtoSchema,
  ordersPageSchema,
  type QueueJob,
  type StockCheckDto,
} from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { fakeId } from '../../testing/fixtures';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

const admin = '/dashboard/admin';
let server: FakeServer;
let events = 0;

function emit(name: DomainEvent['name'], payload: object, version = 1): void {
  events += 1;
  const head = { id: events.toString(16).padStart(24, '8'), name, aggregateId: 'x', version };
  const event = { ...head, occurredAt: new Date().toISOString(), correlationId: 'test' };
  // serialised as by the server
  const wire = JSON.parse(JSON.stringify({ ...event, actorId: null, payload })) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

const job = (n: number): QueueJob => ({
  queue: 'mail',
  _id: `job-${n}`,
  name: 'order.placed',
  state: 'failed',
  tries: 12,
  triesAllowed: 12,
  reason: 'connect ECONNREFUSED',
  createdAt: '2026-11-20T08:00:00.000Z',
  failedAt: `2026-11-20T0${n}:30:00.000Z`,
  dueAt: null,
});

const stockCheck = (n: number, mismatchCount: number): StockCheckDto => ({
  _id: n.toString(16).padStart(24, 'd'),
  startedAt: `2026-11-20T0${n}:00:00.000Z`,
  finishedAt: `2026-11-20T0${n}:00:01.000Z`,
  requestedBy: null,
  products: 48,
  mismatchCount,
  mismatches: Array.from({ length: mismatchCount }, (_, at) => ({
    productId: fakeId('product', at + 1),
    name: 'Rainbow carrots',
    onHand: 12,
    held: 0,
    ledgerOnHand: 13,
    ledgerHeld: 0,
    openHolds: 0,
  })),
});

const review = (n: number, text: string): OwnReviewDto => ({
  _id: n.toString(16).padStart(24, '6'),
  productId: fakeId('product', 1),
  productName: 'Rainbow carrots',
  productImage: '/produce/carrot.svg',
  farmId: fakeId('farm', 1),
  farmName: 'Hollow Creek Farm',
  farmSlug: 'hollow-creek-farm',
  author: 'Ida A.',
  rating: 1,
  title: null,
  text,
  reply: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  editedAt: null,
  version: 1,
  orderId: fakeId('order', 1),
  customerId: fakeId('user', 1),
  editableUntil: '2026-12-20T08:00:00.000Z',
  hiddenReason: null,
});

function placeOrder(): OrderDto {
  const productId = server.products[0]?._id ?? '';
  const made = makeOrder(server, { items: [{ productId, quantity: 1 }], address });
  server.orders.unshift(made);
  return made;
}

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('admin');
  server.on('GET /api/v1/orders/stats', () => ({
    status: 200,
    body: { totalOrders: 105, totalRevenue: 1312.5, averageOrderValue: 12.5, version: 1 },
  }));
  server.on('GET /api/v1/users/stats', () => problem('FORBIDDEN', 403));
  server.on('GET /api/v1/products/stats', () => problem('FORBIDDEN', 403));
});

test('sales of a day update in chart and table, and a figure links to its rows and its recount', async () => {
  const user = userEvent.setup();
  renderApp(`${admin}/analytics`, server);
  const table = await screen.findByRole('table', { name: 'Sales by day, newest first' });
  const today = server.work.sales.at(-1);
  const day = { ...today, orders: 40, revenue: 987.5, average: 24.69, version: 2 };
  const stats = { totalOrders: 106, totalRevenue: 2000, averageOrderValue: 18.87, version: 2 };
  await barIsComplete(server);
  const calls = server.calls.length;
  const sold = { farmId: server.farms[0]?._id ?? '', day: day.day ?? '', version: 2 };
  const farmDay = { ...sold, orders: 9, revenue: 1_234.5 };
  emit('analytics.changed', {
    subject: 'orders',
    stats,
    day,
    farms: [farmDay],
    handovers: [],
    cohorts: [],
  });
  expect(await within(table).findByText('$987.50')).toBeVisible();
  expect(screen.getByRole('img', { name: /The best day was .*\$987\.50/ })).toBeVisible();
  expect(server.calls.slice(calls)).toEqual([]);
  expect(within(table).getAllByRole('link')[0]).toHaveAttribute(
    'href',
    expect.stringMatching(/\/orders\?status=Live&from=(\d{4}-\d\d-\d\d)&until=\1$/),
  );
  const farms = await screen.findByRole('table', { name: 'Sales by farm' });
  expect(within(farms).getAllByText('+50%')[0]).toBeVisible();
  // the event's day, and the one that was fetched
  const [own] = within(farms).getAllByRole('row').slice(1);
  expect(own).toHaveTextContent('$1,264.50');
  expect(own).toHaveTextContent('12');
  const figure = screen.getByRole('link', { name: 'Total orders: 106' });
  expect(figure).toHaveAttribute('href', `${admin}/orders?status=Live`);
  await user.click(screen.getByRole('button', { name: 'Recount: Orders' }));
  const dialog = await screen.findByRole('dialog', { name: 'Orders, recounted' });
  expect(
    await within(dialog).findByText('All 412 figures are what the count finds.'),
  ).toBeVisible();
  expect(within(dialog).getByText('orders.total')).toBeVisible();
});

test('sales are shown by category, and by hour and weekday in words and numbers, and change live', async () => {
  const sundays = server.work.sales.filter(({ day }) => new Date(day).getUTCDay() === 0);
  const ordered = sundays.reduce((sum, { orders }) => sum + orders, 0);
  renderApp(`${admin}/analytics`, server);
  const hours = await screen.findByRole('table', { name: 'Orders by hour and weekday' });
  const heads = within(hours).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    ...['Hour', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ]);
  // all of the orders were placed between 9 and 10
  const [row, ...others] = within(hours).getAllByRole('row').slice(1);
  expect(others).toEqual([]);
  expect(within(row as HTMLElement).getByRole('rowheader')).toHaveTextContent('9 AM');
  const sunday = within(row as HTMLElement).getAllByRole('cell')[6];
  expect(sunday).toHaveTextContent(String(ordered));
  const categories = screen.getByRole('table', { name: 'Sales by category' });
  const all = server.work.sales.reduce((sum, { revenue }) => sum + revenue, 0);
  expect(within(categories).getByRole('rowheader', { name: 'Roots' })).toBeVisible();
  expect(within(categories).getByText(formatMoney(all))).toBeVisible();
  const today = server.work.sales.at(-1);
  const stats = { totalOrders: 106, totalRevenue: 2000, averageOrderValue: 18.87, version: 2 };
  const day = {
    ...today,
    version: 2,
    hours: Array(24).fill(0).with(17, 99),
    categories: { 'eggs-dairy': 4321 },
  };
  emit('analytics.changed', {
    subject: 'orders',
    stats,
    day,
    farms: [],
    handovers: [],
    cohorts: [],
  });
  expect(
    await screen.findByText(/^Most came on .*day between 5 PM and 6 PM: 99 orders\.$/),
  ).toBeVisible();
  expect(within(hours).getByRole('rowheader', { name: '5 PM' })).toBeVisible();
  expect(within(categories).getByText('$4,321.00')).toBeVisible();
});

test('customers stand by the month of their first order, with the share that ordered again, live', async () => {
  server.work.cohorts = [
    { month: '2026-06', customers: 40, again: [10, 0, 3, 1, 40], version: 1 },
    { month: '2026-10', customers: 1_200, again: [300, 0, 0, 0, 0], version: 1 },
  ];
  renderApp(`${admin}/analytics`, server);
  const table = await screen.findByRole('table', { name: 'Who orders again' });
  const texts = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(texts()).toEqual([
    ['Jun 2026', '40', '25%', '0%', '8%', '3%', '100%'],
    // four months have not begun
    ['Oct 2026', '1,200', '25%', ''],
  ]);
  const stats = { totalOrders: 1, totalRevenue: 1, averageOrderValue: 1, version: 9 };
  const cohorts = [
    { month: '2026-10', customers: 1_200, again: [600, 12, 0, 0, 0], version: 2 },
    { month: '2026-12', customers: 5, again: [0, 0, 0, 0, 0], version: 1 },
  ];
  await barIsComplete(server);
  const calls = server.calls.length;
  emit('analytics.changed', { subject: 'orders', stats, farms: [], handovers: [], cohorts });
  await waitFor(() => expect(texts()).toHaveLength(3));
  expect(texts().slice(1)).toEqual([
    ['Oct 2026', '1,200', '50%', '1%', ''],
    ['Dec 2026', '5', ''],
  ]);
  expect(server.calls.slice(calls)).toEqual([]);
  expect(within(table).getByRole('columnheader', { name: '1 month later' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download CSV: Who orders again' })).toBeVisible();
});

test('the sales of any farm are found by its name', async () => {
  const user = userEvent.setup();
  const [first] = server.farms;
  const far = { ...first, _id: fakeId('farm', 900), name: 'Zephyr Meadows' } as FarmDto;
  server.on('GET /api/v1/farms', ({ query }) => {
    const ids = query.get('ids')?.split(',');
    const found = ids ? [far, ...server.farms].filter(({ _id }) => ids.includes(_id)) : [];
    const farms = query.get('q') === 'zeph' ? [far] : found;
    return ok(farmsPageSchema, { farms, nextCursor: null, total: farms.length });
  });
  const { router } = renderApp(`${admin}/analytics?days=7`, server);
  const table = await screen.findByRole('table', { name: 'Sales by farm' });
  expect(within(table).getAllByRole('row')).toHaveLength(server.farms.length + 1);
  expect(screen.getByText(/The best 4 of 130 farms\.$/)).toBeVisible();
  const box = screen.getByRole('combobox', { name: 'Farm' });
  await user.type(box, 'zeph');
  await user.click(await screen.findByRole('option', { name: /Zephyr Meadows/ }));
  expect(router.state.location.search).toBe(`?days=7&farm=${far._id}`);
  const link = await screen.findByRole('link', { name: 'Zephyr Meadows' });
  expect(link).toHaveAttribute('href', expect.stringContaining(far._id));
  expect(box).toHaveValue('Zephyr Meadows');
  await user.click(screen.getByRole('button', { name: 'Without Zephyr Meadows' }));
  expect(router.state.location.search).toBe('?days=7');
});

test('the sales by day of hand-over stand beside those by day of order, with what has no day', async () => {
  const [today] = server.work.sales.slice(-1);
  if (!today) throw new Error('no sales');
  const friday = addDays(today.day, 5);
  const none = { orders: 0, revenue: 0, average: 0, version: 1 };
  server.work.handovers = [
    { ...none, day: today.day, orderedWithDay: 12 },
    { ...none, day: friday, orders: 2, revenue: 12, average: 6, orderedWithDay: 0 },
  ];
  today.categories = { fruit: 20 };
  for (const day of server.work.sales.slice(0, -1)) day.categories = {};
  renderApp(`${admin}/analytics?days=7`, server);
  const name = 'Sales by day of hand-over, latest first';
  const table = within(await screen.findByRole('table', { name }));
  expect(table.getAllByRole('row')).toHaveLength(1 + 7 + 5);
  expect(table.getAllByRole('row')[1]).toHaveTextContent(/2\$12\.00\$6\.00$/);
  await screen.findByText(/^\$8\.00 of what was ordered in this time has no day/);
});

test('a market where nobody has ordered says so, and has no cohorts to download', async () => {
  renderApp(`${admin}/analytics`, server);
  await screen.findByText('Nobody has ordered in the last twelve months.');
  expect(screen.queryByRole('button', { name: 'Download CSV: Who orders again' })).toBeNull();
});

test('the orders of a day are those of the day in the market, wherever the browser is', async () => {
  const asked: (string | null)[][] = [];
  server.on('GET /api/v1/orders', ({ query }) => {
    asked.push([query.get('from'), query.get('to')]);
    return ok(ordersPageSchema, { orders: [], nextCursor: null, total: 0 });
  });
  renderApp(`${admin}/orders?from=2026-03-08&until=2026-03-08`, server);
  // the day has 23 hours in New York
  const day = ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'];
  await waitFor(() => expect(asked).toEqual([day]));
});

test.each(['0002-11-20', '12026-11-20', '9999-12-31', '2026-02-31'])(
  'a day in the address that is none is no filter: %s',
  async (day) => {
    const asked: string[] = [];
    server.on('GET /api/v1/orders', ({ query }) => {
      asked.push(query.get('from') ?? 'any');
      return ok(ordersPageSchema, { orders: [], nextCursor: null, total: 0 });
    });
    renderApp(`${admin}/orders?from=${day}&until=${day}`, server);
    expect(await screen.findByLabelText('From')).toHaveValue('');
    await waitFor(() => expect(asked).toEqual(['any']));
  },
);

test('a failed job appears live, shows its details, and is retried and discarded after confirmation', async () => {
  const user = userEvent.setup();
  server.work.jobs.push(job(1));
  renderApp(`${admin}/jobs?queue=mail`, server);
  await screen.findByText('job-1');
  server.work.jobs.push(job(2));
  emit('job.failed', { job: job(2) });
  await screen.findByText('job-2');
  expect(screen.getByText('2 jobs')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Look at order.placed job-2' }));
  const detail = await screen.findByRole('dialog', { name: 'About this job' });
  expect(await within(detail).findByText(/orderId/)).toBeVisible();
  await user.click(within(detail).getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('button', { name: 'Retry order.placed job-2' }));
  await waitFor(() => expect(screen.queryByText('job-2')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Discard order.placed job-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard order.placed?' });
  expect(server.work.jobs).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('No job has given up here.')).toBeVisible();
  // a retried job does not reappear with the next event
  emit('job.failed', { job: job(3) });
  await screen.findByText('job-3');
  expect(screen.queryByText('job-2')).not.toBeInTheDocument();
});

test('all failed jobs of a queue are retried at once, after confirmation', async () => {
  const user = userEvent.setup();
  server.work.jobs.push(job(1), job(2));
  renderApp(`${admin}/jobs?queue=mail`, server);
  await user.click(await screen.findByRole('button', { name: 'Retry all' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Retry all' }));
  expect(await screen.findByText('2 jobs went back into the queue')).toBeVisible();
  expect(await screen.findByText('No job has given up here.')).toBeVisible();
});

test('a review is hidden with a reason, and restored', async () => {
  const user = userEvent.setup();
  server.work.reviews.push(review(1, 'Awful words.'));
  renderApp(`${admin}/reviews`, server);
  await user.click(await screen.findByRole('button', { name: /^Take from view/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Take this review from view?' });
  await user.click(within(dialog).getByRole('button', { name: 'Take from view' }));
  expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(/Please give a reason/);
  await user.type(within(dialog).getByRole('textbox'), 'An insult');
  await user.click(within(dialog).getByRole('button', { name: 'Take from view' }));
  expect(await screen.findByText('“An insult”')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Show again/ })).toBeVisible();
  emit('own-review.changed', { step: 'deleted', review: review(1, 'Awful words.') }, 3);
  await waitFor(() => expect(screen.queryByText('Awful words.')).not.toBeInTheDocument());
});

test('the stock check is requested, and its result arrives live', async () => {
  const user = userEvent.setup();
  server.work.stockCheck = stockCheck(1, 0);
  renderApp(`${admin}/stock-check`, server);
  await screen.findByText('All 48 products agree.');
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  await screen.findByText('The check has begun');
  expect(screen.getByRole('button', { name: /^Check now/ })).toHaveAttribute('aria-disabled');
  emit('stock.checked', stockCheck(2, 1));
  expect(await screen.findByText('1 of 48 products does not agree.')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Products whose books do not agree' });
  expect(within(table).getByText('Rainbow carrots')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check now' })).not.toHaveAttribute('aria-disabled');
});

test('orders are found by text and filters, which are search parameters', async () => {
  const user = userEvent.setup();
  placeOrder();
  const requested: string[] = [];
  const originalFetch = server.fetch;
  const { router } = renderApp(`${admin}/orders`, server);
  globalThis.fetch = (input, init) => {
    requested.push(String(input));
    return originalFetch(input, init);
  };
  await user.type(await screen.findByRole('searchbox', { name: /^Find orders/ }), 'FG-7K');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.selectOptions(screen.getByLabelText('Step of a farm'), 'placed');
  await waitFor(() => expect(router.state.location.search).toBe('?q=FG-7K&partStatus=placed'));
  await waitFor(() =>
    expect(requested.at(-1)).toMatch(
      /\/orders\?(partStatus=placed&q=FG-7K|q=FG-7K&partStatus=placed)/,
    ),
  );
  await user.click(await screen.findByRole('link', { name: 'Hollow Creek Farm' }));
  await waitFor(() => expect(router.state.location.search).toContain(fakeId('farm', 1)));
  await user.click(screen.getByRole('button', { name: 'Show every order' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('an intervention outside the usual transitions sends its reason', async () => {
  const user = userEvent.setup();
  const made = placeOrder();
  const bodies: unknown[] = [];
  server.on('POST /api/v1/orders/:id/parts/:partId/changes', ({ body }) => {
    bodies.push(changePartSchema.parse(body));
    const [part] = made.parts;
    if (part) Object.assign(part, { status: 'delivered', version: 2 });
    return ok(orderDtoSchema, { ...made, status: 'Delivered', isDelivered: true, version: 2 });
  });
  renderApp(`/orders/${made._id}`, server);
  await user.click(await screen.findByRole('button', { name: /^Intervene: / }));
  const dialog = await screen.findByRole('dialog', { name: /^Intervene: / });
  await user.selectOptions(within(dialog).getByLabelText('Put it to'), 'delivered');
  await user.click(within(dialog).getByRole('button', { name: 'Intervene' }));
  expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(/Please give a reason/);
  await user.type(within(dialog).getByRole('textbox'), 'The farm forgot it');
  await user.click(within(dialog).getByRole('button', { name: 'Intervene' }));
  await waitFor(() =>
    expect(bodies).toEqual([{ status: 'delivered', version: 1, reason: 'The farm forgot it' }]),
  );
  expect(screen.queryByRole('button', { name: 'Intervene: Hollow Creek Farm' })).toBeVisible();
});

test('an intervention that the farm was faster than shows both in the dialog, with what was typed', async () => {
  const user = userEvent.setup();
  const made = placeOrder();
  const [part] = made.parts;
  if (part === undefined) throw new Error('the order has no part');
  const bodies: unknown[] = [];
  server.on('POST /api/v1/orders/:id/parts/:partId/changes', ({ body }) => {
    bodies.push(changePartSchema.parse(body));
    if (bodies.length > 1) return ok(orderDtoSchema, made);
    Object.assign(part, { status: 'accepted', version: 2 });
    Object.assign(made, { version: 2 });
    const both = { current: { status: 'accepted' }, wanted: { status: 'delivered' } };
    return problem('VERSION_CONFLICT', 409, { details: { version: 2, ...both } });
  });
  renderApp(`/orders/${made._id}`, server);
  await user.click(await screen.findByRole('button', { name: /^Intervene: / }));
  const opened = await screen.findByRole('dialog', { name: /^Intervene: / });
  await user.selectOptions(within(opened).getByLabelText('Put it to'), 'delivered');
  await user.type(within(opened).getByRole('textbox'), 'The farm forgot it');
  await user.click(within(opened).getByRole('button', { name: 'Intervene' }));
  expect(await screen.findByText(/it is Accepted now, and you chose Delivered/)).toBeVisible();
  const dialog = await screen.findByRole('dialog', { name: /^Intervene: / });
  expect(within(dialog).getByRole('textbox')).toHaveValue('The farm forgot it');
  expect(within(dialog).getByLabelText('Put it to')).toHaveValue('delivered');
  await user.click(within(dialog).getByRole('button', { name: 'Intervene' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies.at(-1)).toMatchObject({ version: 2, status: 'delivered' });
});

test('amounts are corrected with a reason, after the dialog has said what that changes', async () => {
  const user = userEvent.setup();
  const made = placeOrder();
  renderApp(`/orders/${made._id}`, server);
  await user.click(await screen.findByRole('button', { name: /^Intervene: / }));
  const dialog = await screen.findByRole('dialog', { name: /^Intervene: / });
  const inDialog = within(dialog);
  const submit = () => user.click(inDialog.getByRole('button', { name: 'Intervene' }));
  await user.selectOptions(inDialog.getByLabelText('What you correct'), 'The amounts');
  await submit();
  expect(dialog).toBeVisible();
  const [amount] = inDialog.getAllByRole('textbox');
  if (!amount) throw new Error('no amount');
  await user.clear(amount);
  await user.type(amount, '0.5{Enter}');
  // the fee stays
  expect(inDialog.getByLabelText('What changes')).toHaveTextContent(
    /Goodsbefore \$4.50after \$2.25Delivery\$4.99Totalbefore \$9.49after \$7.24/,
  );
  await user.selectOptions(inDialog.getByLabelText('The goods'), 'Are written off');
  await user.type(inDialog.getByLabelText(/^Reason/), 'Half of it was bruised');
  server.on('POST /api/v1/orders/:id/parts/:partId/changes', () =>
    problem('SERVICE_UNAVAILABLE', 503, { message: 'Not now' }),
  );
  await submit();
  await screen.findByText('Not now');
  const again = within(await screen.findByRole('dialog', { name: /^Intervene: / }));
  expect(again.getByLabelText(/^Reason/)).toHaveValue('Half of it was bruised');
  const bodies: unknown[] = [];
  server.on('POST /api/v1/orders/:id/parts/:partId/changes', ({ body }) => {
    bodies.push(changePartSchema.parse(body));
    return ok(orderDtoSchema, { ...made, version: 2 });
  });
  await user.click(again.getByRole('button', { name: 'Intervene' }));
  const productId = server.products[0]?._id;
  const reason = 'Half of it was bruised';
  await waitFor(() =>
    expect(bodies).toEqual([
      { version: 1, reason, goods: 'write_off', lines: [{ productId, quantity: 0.5 }] },
    ]),
  );
});

test.each([
  ['jobs', 'The queues could not be loaded', 'GET /api/v1/admin/queues'],
  ['reviews', 'The reviews could not be loaded', 'GET /api/v1/reviews'],
  ['stock-check', 'The stock check could not be loaded', 'GET /api/v1/admin/stock-check'],
] as const)('%s says what failed, with the request id and Retry', async (page, text, call) => {
  const user = userEvent.setup();
  server.on(call, () => problem('FORBIDDEN', 403));
  const sound = new FakeServer();
  sound.user = server.user;
  renderApp(`${admin}/${page}`, server);
  await screen.findByText(text);
  expect(screen.getByText('Request id: req-fake-1')).toBeVisible();
  globalThis.fetch = sound.fetch;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
});
