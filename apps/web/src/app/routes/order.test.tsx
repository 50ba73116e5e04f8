import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderDto } from '#libs/contracts';
import { ORDER_PLACED } from '../../lib/paths';
import { applyChange } from '../../testing/fake-changes';
import { FakeServer, problem } from '../../testing/fake-server';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

let server: FakeServer;
let order: OrderDto;
let items: { productId: string; quantity: number }[];
/** An order of two farms. */
beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const byFarm = new Map(server.products.map((product) => [product.farmId, product]));
  items = [...byFarm.values()]
    .slice(0, 2)
    .map(({ _id, minimum }) => ({ productId: _id, quantity: minimum }));
  order = makeOrder(server, { items, address });
  server.orders.push(order);
});

const farms = () => order.parts.map(({ farmName }) => farmName);

test('one timeline and one progress have all farms in them, and say when and where', async () => {
  renderApp(`/orders/${order._id}`, server);
  const progress = within(await screen.findByRole('region', { name: 'When and where' }));
  for (const farm of farms()) expect(progress.getByText(farm)).toBeVisible();
  expect(progress.getAllByText('The farm looks at it and accepts it.')).toHaveLength(2);
  const history = within(screen.getByRole('region', { name: 'What happened' }));
  expect(history.getAllByRole('listitem')).toHaveLength(1);
  expect(history.getByText(/both farms/)).toHaveTextContent('Placed · both farms');
  // opened later, the page shows no thanks
  expect(screen.queryByText(/^Thank you/)).toBeNull();
});

test('thanks and next steps are shown until the order is finished', async () => {
  const { router } = renderApp('/about', server);
  await act(() => router.navigate(`/orders/${order._id}`, { state: ORDER_PLACED }));
  await screen.findByRole('heading', { name: 'What happens next' });
  await act(() => router.navigate('/about'));
  const finished = makeOrder(server, { items, address });
  server.orders.push({ ...finished, status: 'Delivered' });
  await act(() => router.navigate(`/orders/${finished._id}`, { state: ORDER_PLACED }));
  await screen.findByRole('region', { name: 'When and where' });
  expect(screen.queryByRole('heading', { name: 'What happens next' })).toBeNull();
  expect(screen.queryByText(/^Thank you/)).toBeNull();
});

test('times are those of the market, and name its zone where the device has another', async () => {
  server.settings = { ...server.settings, timeZone: 'Pacific/Kiritimati' };
  const at = '2026-11-20T20:02:00.000Z';
  Object.assign(order, {
    createdAt: at,
    parts: order.parts.map((part) => ({
      ...part,
      timeline: part.timeline.map((entry) => ({ ...entry, at })),
    })),
  });
  renderApp(`/orders/${order._id}`, server);
  const history = within(await screen.findByRole('region', { name: 'What happened' }));
  expect(history.getByText('November 21, 2026, 10:02 AM GMT+14')).toBeVisible();
  expect(screen.getAllByText(/November 21, 2026, 10:02 AM GMT\+14/)).toHaveLength(2);
  expect(screen.queryByText(/November 20/)).toBeNull();
});

test('the whole order is cancelled in one dialog, as long as every part is open', async () => {
  renderApp(`/orders/${order._id}`, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the whole order' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'We are away');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the whole order' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  const history = within(screen.getByRole('region', { name: 'What happened' }));
  expect(history.getByText('“We are away”')).toBeVisible();
});

test('where a farm has packed, its part stays, and the others are changed one by one', async () => {
  const [first, second] = order.parts;
  if (first === undefined || second === undefined) throw new Error('there are two parts');
  order = { ...order, parts: [{ ...first, status: 'packed' }, second] };
  server.orders.splice(0, 1, order);
  renderApp(`/orders/${order._id}`, server);
  const cancel = await screen.findAllByRole('button', { name: /^Cancel this part/ });
  expect(cancel).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^Change the part/ })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Cancel the whole order' })).toBeNull();
});

test('what was ordered and what comes are both shown where they differ', async () => {
  const [part] = order.parts;
  const [line] = part?.lines ?? [];
  if (!part || !line) throw new Error('the part has a line');
  server.orders[0] = applyChange(
    order,
    part._id,
    { lines: [{ productId: line.productId, quantity: 0.25 }], declineReason: 'quality' },
    { role: 'farmer', name: part.farmName },
  );
  renderApp(`/orders/${order._id}`, server);
  expect(await screen.findByText('(0.25 lb short)')).toBeVisible();
  const history = within(screen.getByRole('region', { name: 'What happened' }));
  expect(history.getByText('Less comes')).toBeVisible();
  expect(history.getByText(`${line.name}: 0.5 lb → 0.25 lb`)).toBeVisible();
  expect(history.getByText('Not good enough')).toBeVisible();
});

test('each part with a day that is to come can be added to a calendar', async () => {
  const user = userEvent.setup();
  const slot = {
    _id: 'a'.repeat(24),
    date: '2026-12-04',
    startAt: '2026-12-04T21:00:00.000Z',
    endAt: '2026-12-05T00:00:00.000Z',
    cutOffAt: '2026-12-03T01:00:00.000Z',
  };
  const [first, second] = order.parts;
  if (!first || !second) throw new Error('the order has two parts');
  order.parts = [{ ...first, slot }, second];
  const asked: (string | null)[] = [];
  server.on('GET /api/v1/orders/:id/calendar.ics', ({ query }) => {
    asked.push(query.get('part'));
    return problem('SLOT_NOT_FOUND', 404);
  });
  renderApp(`/orders/${order._id}`, server);
  // the other part has no day
  const button = await screen.findByRole('button', { name: 'Add to calendar' });
  await user.click(button);
  expect(await screen.findByText('The file could not be made')).toBeVisible();
  expect(asked).toEqual([first._id]);
});
