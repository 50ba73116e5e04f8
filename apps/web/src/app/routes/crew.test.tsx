import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type FarmRole,
  handOverSchema,
  ownFarmsSchema,
  packingHandOverDtoSchema,
  packingOrderDtoSchema,
  packingOrdersSchema,
  stopDtoSchema,
  stopHandOverDtoSchema,
  stopsSchema,
  userDtoSchema,
} from '#libs/contracts';
import { FARM_ID, makePackingOrder, makeStop } from '../../testing/crew-fixtures';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnection } from '../../testing/live';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
let server: FakeServer;
beforeAll(async () => {
  await import('./dashboard-farmer');
});
beforeEach(() => {
  server = new FakeServer();
});

/** Signs in as a customer who works for a farm, and acts for it. */
function signInAs(role: FarmRole) {
  const memberships = [{ farmId: FARM_ID, role }];
  return server.signInAs('customer', { farmId: FARM_ID, memberships });
}

test('a packer packs: without prices, addresses and the pages of the owner', async () => {
  signInAs('packer');
  server.on('GET /api/v1/farms/mine/packing-orders', () =>
    ok(packingOrdersSchema, { orders: [makePackingOrder(1)], total: 1 }),
  );
  server.on('POST /api/v1/farms/mine/packing-orders/:id/steps', ({ body }) => {
    expect(body).toEqual({ status: 'accepted', version: 1 });
    const status = 'accepted' as const;
    return ok(packingOrderDtoSchema, makePackingOrder(1, { status, version: 2, orderVersion: 2 }));
  });
  const { router } = renderApp('/dashboard', server);
  const order = await screen.findByRole('listitem', { name: 'Order FG-PACK0001' });
  expect(router.state.location.pathname).toBe('/dashboard/farmer/orders');
  expect(document.body.textContent).not.toMatch(/\$\d/);
  const pages = within(screen.getByRole('navigation', { name: 'Work' }));
  expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Packing',
    'Profile',
  ]);
  await userEvent.click(within(order).getByRole('button', { name: 'Accept: FG-PACK0001' }));
  await within(order).findByRole('button', { name: 'Packed: FG-PACK0001' });
  connection.emit('order.packing-changed', 1, { farmId: FARM_ID, order: makePackingOrder(2) });
  await screen.findByRole('listitem', { name: 'Order FG-PACK0002' });
  // nothing that is the owner's was asked for
  expect(server.calls.filter((call) => /farms\/mine\/(?!packing)|\/orders$/.test(call))).toEqual(
    [],
  );
});

test('a packer says what is missing; that nothing comes is the owner’s to say', async () => {
  signInAs('packer');
  const order = makePackingOrder(1, { status: 'accepted' });
  server.on('GET /api/v1/farms/mine/packing-orders', () =>
    ok(packingOrdersSchema, { orders: [order], total: 1 }),
  );
  const keys: (string | null)[] = [];
  const route = 'POST /api/v1/farms/mine/packing-orders/:id/shorts';
  server.on(route, ({ body, headers }) => {
    keys.push(headers.get('Idempotency-Key'));
    expect(body).toEqual({
      version: 1,
      lines: [{ productId: order.lines[0]?.productId, quantity: 1.5 }],
      declineReason: 'quality',
    });
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    const lines = order.lines.map((line) => ({ ...line, quantity: 1.5 }));
    return ok(packingOrderDtoSchema, { ...order, lines, version: 2, orderVersion: 2 });
  });
  renderApp('/dashboard/farmer/orders', server);
  const shown = within(await screen.findByRole('listitem', { name: 'Order FG-PACK0001' }));
  const open = () =>
    userEvent.click(
      shown.getByRole('button', { name: 'Something is missing of order FG-PACK0001' }),
    );
  await open();
  const send = shown.getByRole('button', { name: /^Tell the customer/ });
  expect(send).toHaveAccessibleDescription('Nothing is changed yet');
  const less = shown.getByRole('button', { name: 'Less of Carrots' });
  for (let n = 0; n < 4; n++) await userEvent.click(less);
  expect(send).toHaveAccessibleDescription('Only an owner can decline a whole order');
  const more = shown.getByRole('button', { name: 'More of Carrots' });
  for (let n = 0; n < 3; n++) await userEvent.click(more);
  await userEvent.selectOptions(shown.getByLabelText('What happened'), 'quality');
  await userEvent.click(send);
  await screen.findByText('That was not stored');
  await userEvent.click(shown.getByRole('button', { name: /^Tell the customer/ }));
  await shown.findByText('1.5 of 2 lb Carrots');
  // there was no answer, so the second try is the same request
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(shown.queryByLabelText('What happened')).toBeNull();
});

test('a driver hands over the stops of the day, and hears why one is refused', async () => {
  signInAs('driver');
  const onItsWay = makeStop(1, { status: 'out_for_delivery' });
  server.on('GET /api/v1/farms/mine/stops', () =>
    ok(stopsSchema, { stops: [onItsWay, makeStop(2)], total: 2 }),
  );
  server.on('POST /api/v1/farms/mine/stops/:id/steps', () =>
    ok(stopDtoSchema, { ...onItsWay, status: 'delivered', version: 2, orderVersion: 2 }),
  );
  renderApp('/dashboard/farmer', server);
  const first = await screen.findByRole('article', { name: 'Stop 1: Ann Miller' });
  expect(first.textContent).toContain('Collect $12.50');
  await userEvent.click(within(first).getByRole('button', { name: 'Handed over: FG-PACK0001' }));
  await screen.findByText('2 stops, 1 to go');
  server.on('POST /api/v1/farms/mine/stops/:id/steps', () =>
    problem('ORDER_NOT_FOUND', 404, { message: 'There is no such order' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'On its way: FG-PACK0002' }));
  await screen.findByText('There is no such order');
});

test('somebody who works for a farm switches to themselves and back', async () => {
  const user = signInAs('packer');
  server.on('GET /api/v1/farms/mine/packing-orders', () =>
    ok(packingOrdersSchema, { orders: [makePackingOrder(1)], total: 1 }),
  );
  server.on('GET /api/v1/team/farms', () =>
    ok(ownFarmsSchema, { farms: [{ farmId: FARM_ID, name: 'Hollow Creek', role: 'packer' }] }),
  );
  server.on('PUT /api/v1/team/acting', ({ body }) => {
    const { farmId } = body as { farmId: string | null };
    server.signInAs('customer', { ...user, farmId, version: user.version + 1 });
    return ok(userDtoSchema, { ...user, farmId, version: user.version + 1 });
  });
  const { router } = renderApp('/dashboard/farmer/orders', server);
  await screen.findByRole('listitem', { name: 'Order FG-PACK0001' });
  await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Myself' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/dashboard\/customer/));
});

test.each([
  ['packer', '/dashboard/farmer/orders'],
  ['driver', '/dashboard/farmer/run-sheet'],
])('who looks at the demo as a %s starts with the work', async (role, path) => {
  server.on('GET /api/v1/farms/mine/packing-orders', () =>
    ok(packingOrdersSchema, { orders: [], total: 0 }),
  );
  server.on('GET /api/v1/farms/mine/stops', () => ok(stopsSchema, { stops: [], total: 0 }));
  const { router } = renderApp('/auth', server);
  await userEvent.click(await screen.findByRole('button', { name: `Demo ${role}` }));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  // its token is renewed by signing in again
  expect(JSON.parse(localStorage.getItem('demoAccount') ?? '')).toEqual({ role, index: 0 });
});

describe('a code', () => {
  const enter = async (code: string) => {
    const field = await screen.findByLabelText('Code');
    await userEvent.clear(field);
    await userEvent.type(field, code);
    await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  };
  const results = () => within(screen.getByRole('region', { name: 'What was handed over' }));
  const PAGE = '/dashboard/farmer/hand-over';

  test('is scanned or typed by a driver, who reads what to collect', async () => {
    signInAs('driver');
    const stop = makeStop(1, { status: 'out_for_delivery' });
    server.on('GET /api/v1/farms/mine/stops', () => ok(stopsSchema, { stops: [stop], total: 1 }));
    server.on('POST /api/v1/farms/mine/stops/hand-overs', ({ body, headers }) => {
      expect(handOverSchema.parse(body)).toEqual({ code: 'K7QM2X' });
      expect(headers.get('Idempotency-Key')).not.toBeNull();
      const after = { ...stop, status: 'delivered' as const, version: 2, orderVersion: 2 };
      return ok(stopHandOverDtoSchema, { stop: { ...after, toCollect: 0 }, toCollect: 12.5 });
    });
    renderApp('/dashboard/farmer', server);
    await screen.findByText('1 stop, 1 to go');
    const link = screen.getByRole('link', { name: 'Scan the code' });
    expect(link).toHaveAttribute('href', PAGE);
    const bar = within(await screen.findByRole('navigation', { name: 'Main, on phones' }));
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Stops',
      'Scan',
      'Profile',
    ]);
    cleanup();
    renderApp(PAGE, server);
    await enter('k7q m2x');
    await results().findByText('Order FG-PACK0001 is handed over');
    results().getByText('It is paid at the hand-over: please collect $12.50.');
    expect(results().queryByRole('link')).toBeNull();
  });

  test('is refused with the reason that a packer has, and has no price', async () => {
    signInAs('packer');
    renderApp(PAGE, server);
    server.on('POST /api/v1/farms/mine/packing-orders/hand-overs', () =>
      problem('HAND_OVER_REFUSED', 409, {
        details: { reason: 'other_role', order: 'FG-1', orderId: FARM_ID, status: 'packed' },
      }),
    );
    await enter('K7QM2X');
    await results().findByText(/^Order FG-1 is delivered, not picked up/);
    expect(results().queryByRole('link')).toBeNull();
    server.on('POST /api/v1/farms/mine/packing-orders/hand-overs', () =>
      ok(packingHandOverDtoSchema, {
        order: makePackingOrder(1, { status: 'delivered' }),
        isPaidNow: true,
      }),
    );
    await enter('K7QM2Y');
    await results().findByText(/please collect the money\. The customer’s order says how much/);
    expect(document.body.textContent).not.toMatch(/\$\d/);
  });
});
