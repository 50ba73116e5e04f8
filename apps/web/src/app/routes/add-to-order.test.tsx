import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderDto, PartSlot, PartStatus } from '#libs/contracts';
import { recordServerClock, resetServerClock } from '../../lib/api/server-clock';
import { barIsComplete } from '../../testing/complete-bar';
import { applyChange, partChangedOf } from '../../testing/fake-changes';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const { emit } = fakeConnection();
/** Monday, November 23, 2026, noon in New York. */
const NOON = Date.parse('2026-11-23T17:00:00.000Z');
/** Friday 4–7 PM; orders close on Wednesday at 8 PM. */
const FRIDAY: PartSlot = {
  _id: fakeId('part', 7_000),
  date: '2026-11-27',
  startAt: '2026-11-27T21:00:00.000Z',
  endAt: '2026-11-28T00:00:00.000Z',
  cutOffAt: '2026-11-26T01:00:00.000Z',
};
const CHANGES = 'POST /api/v1/orders/:id/parts/:partId/changes';
const ADD = /^Add to my Friday order: /;

let server: FakeServer;
let ahead: number;

beforeEach(() => {
  const now = Date.now;
  ahead = NOON - now();
  jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + ahead);
  server = new FakeServer();
  server.signInAs('customer');
});
afterEach(() => {
  jest.restoreAllMocks();
  resetServerClock();
});

/** An order for 4 lb of tomatoes, $18, of the first farm, which also sells carrots. */
function order(slot: PartSlot | null = FRIDAY): OrderDto {
  const productId = server.products[0]?._id ?? '';
  const made = makeOrder(server, { items: [{ productId, quantity: 4 }], address });
  for (const part of made.parts) part.slot = slot;
  server.orders.unshift(made);
  return made;
}
const partOf = ({ parts: [part] }: OrderDto) => {
  if (!part) throw new Error('an order has a part');
  return part;
};
/** Its farm's step. */
function step(made: OrderDto, status: PartStatus): void {
  const next = { ...partOf(made), status, version: partOf(made).version + 1 };
  const after = { ...made, parts: [next], version: made.version + 1 };
  emit('order.part-changed', after.version, partChangedOf(made, after, next._id));
}
const orderCalls = () => server.calls.filter((call) => call === 'GET /api/v1/orders').length;
const button = (product: string) =>
  screen.findByRole('button', { name: `Add to my Friday order: ${product}` });
async function openPanel(product: string) {
  await userEvent.click(await button(product));
  return within(await screen.findByRole('dialog', { name: 'Add to my Friday order' }));
}

test('the button comes with an order and goes when the farm packs it, without a request', async () => {
  renderApp('/products', server);
  await screen.findByRole('link', { name: 'Rainbow Carrots' });
  await waitFor(() => expect(orderCalls()).toBe(1));
  expect(screen.queryByRole('button', { name: ADD })).toBeNull();
  await barIsComplete(server);
  const calls = server.calls.length;

  const made = order();
  emit('order.placed', 1, { order: made });
  await button('Rainbow Carrots');
  const sold = server.products.filter(
    ({ farmId, stock }) => farmId === server.products[0]?.farmId && stock !== 'sold_out',
  );
  // each card draws its actions when the browser has time
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: ADD })).toHaveLength(sold.length),
  );
  step(made, 'packed');
  await waitFor(() => expect(screen.queryByRole('button', { name: ADD })).toBeNull());
  expect(server.calls.slice(calls)).toEqual([]);
});

test('the button goes at the cut-off, and an open panel says so and keeps what was typed', async () => {
  order();
  renderApp('/products', server);
  const panel = await openPanel('Rainbow Carrots');
  await userEvent.click(panel.getByRole('button', { name: 'More of Rainbow Carrots' }));
  const typed = panel.getByRole('textbox');
  const before = typed.getAttribute('value');
  act(() => recordServerClock(Date.parse(FRIDAY.cutOffAt), 0, performance.now()));
  expect(await panel.findByText('Orders for this day are closed now.')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Add to the order' })).toHaveAttribute('aria-disabled');
  expect(typed).toHaveValue(before);
  expect(screen.queryByRole('button', { name: ADD, hidden: true })).toBeNull();
});

test('the panel says what becomes of goods, fee and total, and one tap adds', async () => {
  const user = userEvent.setup();
  const made = order();
  const bodies: unknown[] = [];
  renderApp(`/products/${server.products[1]?._id}`, server);
  const panel = await openPanel('Rainbow Carrots');
  const changes = panel.getByLabelText('What changes');
  const amount = panel.getByRole('textbox');
  await user.clear(amount);
  await user.type(amount, '4{Enter}');
  expect(changes).toHaveTextContent(/before \$18\.00after \$31\.00/);
  expect(changes).toHaveTextContent(/before \$4\.99after Free/);
  expect(panel.getByText('Delivery becomes free')).toBeVisible();
  expect(panel.getByText(/^Friday, November 27, 4–7 PM$/)).toBeVisible();
  server.on(CHANGES, ({ body }) => {
    bodies.push(body);
    const lines = (body as { lines: [] }).lines;
    const by = { role: 'customer', name: 'Ann' } as const;
    const next = applyChange(made, partOf(made)._id, { lines }, by, server.products);
    return { status: 200, body: next };
  });
  await user.click(panel.getByRole('button', { name: 'Add to the order' }));
  await screen.findByText(`4 bunches of Rainbow Carrots now comes with ${made.code}.`);
  const productId = server.products[1]?._id;
  expect(bodies).toEqual([{ version: 1, lines: [{ productId, quantity: 4, price: 3.25 }] }]);
  expect(screen.queryByRole('dialog')).toBeNull();

  // what is there already counts
  const again = await openPanel('Rainbow Carrots');
  expect(again.getByText('4 bunches of it is in the order already.')).toBeVisible();
});

test('a refusal says why and keeps what was typed', async () => {
  const user = userEvent.setup();
  const made = order();
  renderApp(`/products/${server.products[1]?._id}`, server);
  const panel = await openPanel('Rainbow Carrots');
  const amount = panel.getByRole('textbox');
  await user.clear(amount);
  await user.type(amount, '3{Enter}');
  const add = panel.getByRole('button', { name: 'Add to the order' });

  const message = 'Only 2 bunches of Rainbow Carrots left';
  server.on(CHANGES, () => problem('PRODUCT_OUT_OF_STOCK', 409, { message }));
  await user.click(add);
  expect(await panel.findByText(message)).toBeVisible();

  server.on(CHANGES, () => {
    Object.assign(partOf(made), { version: 2 });
    Object.assign(made, { version: 2 });
    return problem('VERSION_CONFLICT', 409);
  });
  await user.click(add);
  expect(await panel.findByText(/The order has changed meanwhile/)).toBeVisible();

  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await panel.findByText(/^You are offline\./)).toBeVisible();
  expect(add).toHaveAttribute('aria-disabled');
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(amount).toHaveValue('3');

  step(made, 'packed');
  expect(await panel.findByText('The farm has packed it meanwhile.')).toBeVisible();
  expect(amount).toHaveValue('3');
});

test('an order without a day is the open order', async () => {
  order(null);
  renderApp('/products', server);
  await screen.findByRole('button', { name: 'Add to my open order: Rainbow Carrots' });
});

test.each([
  [null, 0],
  ['admin', 0],
  // for the count of changed orders in its bar
  ['farmer', 1],
] as const)('nobody else asks for their open order: %s', async (role, calls) => {
  server = new FakeServer();
  localStorage.clear();
  if (role) server.signInAs(role);
  order();
  renderApp('/products', server);
  await screen.findByRole('link', { name: 'Rainbow Carrots' });
  if (role) await barIsComplete(server);
  expect(orderCalls()).toBe(calls);
});
