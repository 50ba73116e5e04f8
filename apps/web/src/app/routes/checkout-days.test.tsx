import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type OwnSlotDto, placeOrderSchema, slotText, startCheckoutSchema } from '#libs/contracts';
import { recordServerClock, resetServerClock } from '../../lib/api/server-clock';
import { makeCalendar, makeSlotsAhead } from '../../testing/fake-days';
import type { FakeCall, FakeResponse } from '../../testing/fake-response';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeId, makeCart, makeCartItem } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { makeHome, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
const ZONE = 'America/New_York';
const FARM = fakeId('farm', 1);
let server: FakeServer;
/** Of a farm that hands over 2, 4, 6, 8 and 10 days from now. */
let slots: OwnSlotDto[];
let orders: FakeCall[];
let holds: FakeCall[];

function give(given: readonly OwnSlotDto[]): void {
  slots = [...given];
  server.days.calendars = [makeCalendar(FARM, given)];
}
const slot = (at: number): OwnSlotDto => {
  const found = slots[at];
  if (found === undefined) throw new Error('the farm has fewer days');
  return found;
};
const named = (one: OwnSlotDto) => new RegExp(`^${slotText(one, Date.now(), ZONE)}`);
const radio = (at: number) => screen.findByRole('radio', { name: named(slot(at)) });
const take = (within_ = screen as Pick<typeof screen, 'getAllByRole'>) =>
  within_.getAllByRole('button', { name: /^Take / });
const changed = (one: OwnSlotDto, patch: Partial<OwnSlotDto>) =>
  connection.emit('slot.changed', one.version + 1, {
    slot: { ...one, ...patch, version: one.version + 1 },
    public: true,
  });

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const [tomatoes] = server.products;
  if (tomatoes === undefined) throw new Error('the fixtures are short');
  server.cart = makeCart([makeCartItem(tomatoes, 1.5)], 3);
  server.members.addressBook.addresses.push(makeHome(), {
    ...makeHome(),
    line1: '9 Oak Lane',
    postalCode: '12534',
    _id: fakeId('part', 902),
    isDefault: false,
  });
  give(makeSlotsAhead({ method: 'delivery', place: null }, [2, 4, 6, 8, 10]));
  orders = [];
  holds = [];
  const { fetch } = server;
  Object.assign(server, {
    fetch: (async (input, init) => {
      if (String(input) === '/api/v1/checkout/holds')
        holds.push({ body: JSON.parse(String(init?.body)) } as FakeCall);
      return fetch(input, init);
    }) as typeof globalThis.fetch,
  });
});
afterEach(resetServerClock);

function respondToOrders(respond: (call: FakeCall, count: number) => FakeResponse) {
  server.on('POST /api/v1/orders', (call) => {
    orders.push(call);
    return respond(call, orders.length);
  });
}
const created = (call: FakeCall) => ({
  status: 201,
  body: makeOrder(server, placeOrderSchema.parse(call.body)),
});
const refusal = (code: 'SLOT_FULL' | 'SLOT_CLOSED', at: number, free: readonly OwnSlotDto[]) =>
  problem(code, 409, {
    message: 'That day is full. Next: another.',
    details: { farmId: FARM, slotId: slot(at)._id, reason: 'full', free },
  });
const heldSlot = (at: number) => startCheckoutSchema.parse(holds[at]?.body).farms?.[FARM]?.slotId;
const orderedSlot = (at: number) => placeOrderSchema.parse(orders[at]?.body).farms?.[FARM]?.slotId;
const placeOrder = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Place order' }));

describe('the days at checkout', () => {
  it('proposes the next day, holds it, moves the held place, and orders it', async () => {
    const { router } = renderApp('/checkout', server);
    respondToOrders(created);
    await waitFor(() => expect(heldSlot(0)).toBe(slot(0)._id));
    await waitFor(async () => expect(await radio(0)).toBeChecked());
    expect(await screen.findByText('kept for you')).toBeVisible();
    expect(screen.queryByRole('radio', { name: named(slot(4)) })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Show all 5 days/ }));
    await userEvent.click(await radio(4));
    await waitFor(() => expect(heldSlot(1)).toBe(slot(4)._id));
    await placeOrder();
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(orderedSlot(0)).toBe(slot(4)._id);
    expect(holds).toHaveLength(2);
    await screen.findByText(/^Change or cancel until /);
    const when = screen.getByRole('region', { name: 'When and where' });
    expect(within(when).getByText(named(slot(4)))).toBeVisible();
  });

  it('holds once, what was chosen in the cart', async () => {
    const pickup = makeSlotsAhead({ _id: fakeId('part', 700), place: 'The barn' }, [3, 5]);
    give([...slots, ...pickup]);
    const cart = renderApp('/cart', server);
    await userEvent.click(await screen.findByRole('radio', { name: /^Pickup/ }));
    await userEvent.click(await screen.findByText('Other days'));
    await userEvent.click(screen.getByRole('radio', { name: named(slot(6)) }));
    cart.unmount();
    renderApp('/checkout', server);
    expect(await screen.findByText('kept for you')).toBeVisible();
    expect(await radio(6)).toBeChecked();
    expect(holds).toHaveLength(1);
    expect(heldSlot(0)).toBe(slot(6)._id);
  });

  it('follows places live, without a request', async () => {
    renderApp('/checkout', server);
    expect(await screen.findByText('kept for you')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Show all/ }));
    const before = server.calls.length;
    changed(slot(1), { left: 3 });
    await waitFor(async () => expect(await radio(1)).toHaveAccessibleName(/3 left/));
    changed({ ...slot(1), version: 2 }, { left: 0 });
    await waitFor(async () => expect(await radio(1)).toHaveAccessibleName(/full/));
    expect(await radio(1)).toBeDisabled();
    changed({ ...slot(1), version: 3 }, { left: 1 });
    await waitFor(async () => expect(await radio(1)).toBeEnabled());
    expect(server.calls).toHaveLength(before);
  });

  it('keeps the last place that its hold has, and the day that the farm closes for others', async () => {
    renderApp('/checkout', server);
    expect(await screen.findByText('kept for you')).toBeVisible();
    changed(slot(0), { left: 0, state: 'closed' });
    expect(await radio(0)).toBeChecked();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Place order' })).not.toHaveAttribute(
      'aria-disabled',
    );
  });

  it('asks for another day when the farm gives the chosen one up, and holds that', async () => {
    renderApp('/checkout', server);
    expect(await screen.findByText('kept for you')).toBeVisible();
    changed(slot(0), { state: 'withdrawn' });
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(/takes no more orders for .*Next: /);
    const blocked = screen.getByRole('button', {
      name: /^Choose another day for Hollow Creek Farm/,
    });
    expect(blocked).toHaveAttribute('aria-disabled', 'true');
    expect(take(within(note))).toHaveLength(3);
    await userEvent.click(take(within(note))[0] as HTMLElement);
    await waitFor(() => expect(heldSlot(1)).toBe(slot(1)._id));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await radio(1)).toBeChecked();
  });

  it('offers the days of a refusal with one tap, keeps what is typed, and orders with the next click', async () => {
    const { router } = renderApp('/checkout', server);
    respondToOrders((call, count) =>
      count > 1 ? created(call) : refusal('SLOT_FULL', 0, [slot(2), slot(3)]),
    );
    await userEvent.click(await screen.findByText('Add a note', { selector: 'summary' }));
    await userEvent.type(screen.getByLabelText(/Note for Hollow Creek Farm/), 'Ring twice');
    await placeOrder();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('That day is full. Next: another.');
    expect(alert).toHaveFocus();
    expect(await radio(0)).not.toBeChecked();
    expect(take()).toHaveLength(2);
    await userEvent.click(take()[0] as HTMLElement);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('radio', { name: named(slot(2)) })).toBeChecked();
    expect(screen.getByLabelText(/Note for Hollow Creek Farm/)).toHaveValue('Ring twice');
    await placeOrder();
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(placeOrderSchema.parse(orders[1]?.body).farms?.[FARM]).toEqual({
      fulfilment: 'delivery',
      slotId: slot(2)._id,
      note: 'Ring twice',
    });
    expect(new Set(orders.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
  });

  it('offers the days of a refused hold, and holds the one that is taken', async () => {
    let refuses = true;
    const { handle } = server;
    Object.assign(server, {
      handle: (call: FakeCall) =>
        refuses && call.method === 'POST' && call.path === '/api/v1/checkout/holds'
          ? refusal('SLOT_CLOSED', 0, [slot(1)])
          : handle.call(server, call),
    });
    renderApp('/checkout', server);
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent('That day is full. Next: another.');
    expect(screen.getByText('A day is still to be chosen')).toBeVisible();
    refuses = false;
    await userEvent.click(take(within(note))[0] as HTMLElement);
    expect(await screen.findByRole('timer')).toBeVisible();
    expect(heldSlot(1)).toBe(slot(1)._id);
  });

  it('follows the ZIP code of the address', async () => {
    give(slots.map((one, at) => ({ ...one, areas: at === 0 ? ['125'] : at < 3 ? ['010'] : [] })));
    renderApp('/checkout', server);
    await waitFor(async () => expect(await radio(1)).toBeChecked());
    expect(screen.queryByRole('radio', { name: named(slot(0)) })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /9 Oak Lane/ }));
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(/does not deliver to this ZIP code on .*Next: /);
    expect(take(within(note))).toHaveLength(3);
    await userEvent.click(take(within(note))[0] as HTMLElement);
    expect(await radio(0)).toBeChecked();
  });

  it.each([-3, 0, 3])(
    'closes a day at the server’s cut-off where the device’s clock is %i h ahead',
    async (hours) => {
      const serverMs = Date.now() - hours * 3_600_000;
      const soon = new Date(serverMs + 2_000).toISOString();
      give(slots.map((one, at) => (at === 0 ? { ...one, cutOffAt: soon } : one)));
      recordServerClock(serverMs, 0, performance.now());
      renderApp('/checkout', server);
      expect(await screen.findByText('closes in 1 min')).toBeVisible();
      const note = await screen.findByRole('alert');
      expect(note).toHaveTextContent(/^Orders for .* closed on .*Next: /);
      expect(await radio(0)).toBeDisabled();
      expect(Date.now() - hours * 3_600_000).toBeGreaterThanOrEqual(Date.parse(soon) - 5);
    },
  );

  it('says that a farm without a schedule tells the day, and sends none', async () => {
    server.days.calendars = [];
    renderApp('/checkout', server);
    respondToOrders(created);
    expect(await screen.findByText('The farm tells you when')).toBeVisible();
    await placeOrder();
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(orderedSlot(0)).toBeUndefined();
    await act(async () => undefined);
  });

  it('asks again for days that could not be loaded, and takes no order before', async () => {
    let fails = true;
    const calendar = server.days.calendars[0];
    server.on('GET /api/v1/calendars', () =>
      fails ? problem('INTERNAL', 500) : { status: 200, body: { calendars: [calendar] } },
    );
    renderApp('/checkout', server);
    expect(
      await screen.findByRole('button', { name: 'The days of the farms could not be loaded' }),
    ).toHaveAttribute('aria-disabled', 'true');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect(await radio(0)).toBeChecked());
  });
});
