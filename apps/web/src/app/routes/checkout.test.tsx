import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type CartItem, withProduct } from '#libs/contracts';
import type { FakeCall, FakeResponse } from '../../testing/fake-response';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeId, makeCart, makeCartItem } from '../../testing/fixtures';
import { makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const elm = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '5 Elm Street',
  city: 'Amherst',
  state: 'MA',
  postalCode: '01002',
};
const oak = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '9 Oak Lane',
  city: 'Hadley',
  state: 'MA',
  postalCode: '01035',
};
let server: FakeServer;
let orders: FakeCall[];
let holds: FakeCall[];

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const [tomatoes, , kale] = server.products;
  if (tomatoes === undefined || kale === undefined) throw new Error('the fixtures are short');
  server.cart = makeCart([makeCartItem(tomatoes, 1.5), makeCartItem(kale, 2)], 3);
  server.members.addressBook.addresses.push(
    { ...elm, _id: fakeId('part', 901), isDefault: true },
    { ...oak, _id: fakeId('part', 902), isDefault: false },
  );
  orders = [];
  holds = [];
  const { fetch } = server;
  Object.assign(server, {
    fetch: (async (input, init) => {
      if (String(input).startsWith('/api/v1/checkout/holds'))
        holds.push({ method: init?.method, path: String(input) } as FakeCall);
      return fetch(input, init);
    }) as typeof fetch,
  });
});

const holdPosts = () => holds.filter(({ method }) => method === 'POST').length;

function respondToOrders(respond: (call: FakeCall, count: number) => FakeResponse) {
  server.on('POST /api/v1/orders', (call) => {
    orders.push(call);
    return respond(call, orders.length);
  });
}
const created = (call: FakeCall) => ({
  status: 201,
  body: makeOrder(server, call.body as Parameters<typeof makeOrder>[1]),
});
const keys = () => orders.map(({ headers }) => headers.get('Idempotency-Key'));
const placeButton = () => screen.findByRole('button', { name: 'Place order' });

function change(index: number, patch: Partial<CartItem>) {
  const items = server.cart.items.map((item, at) =>
    at === index ? withProduct({ ...item, ...patch }, {}) : item,
  );
  server.cart = makeCart(items, server.cart.version + 1);
}

describe('/checkout', () => {
  it('holds the items, preselects the default address, and sends every choice', async () => {
    const { router } = renderApp('/checkout', server);
    respondToOrders(created);
    expect(await screen.findByRole('radio', { name: /5 Elm Street/ })).toBeChecked();
    expect(await screen.findByRole('timer')).toHaveTextContent('15 min');
    await userEvent.click(screen.getByRole('radio', { name: /9 Oak Lane/ }));
    await userEvent.click(await screen.findByRole('radio', { name: /Pickup/ }));
    await userEvent.click(screen.getByText('Add a note', { selector: 'summary' }));
    await userEvent.type(screen.getByLabelText(/Note for Hollow Creek Farm/), 'At five');
    await userEvent.type(screen.getByLabelText(/Note for Lacinato Kale/), 'Young ones');
    expect(screen.getByRole('radio', { name: /Pay on delivery or pickup/ })).toBeChecked();
    await userEvent.click(await placeButton());
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(orders[0]?.body).toEqual({
      items: [
        { productId: server.products[0]?._id, quantity: 1.5, price: 4.5 },
        { productId: server.products[2]?._id, quantity: 2, price: 3.75, note: 'Young ones' },
      ],
      farms: { [fakeId('farm', 1)]: { fulfilment: 'pickup', note: 'At five' } },
      holdId: server.hold?._id,
      address: oak,
      payment: 'pay_on_handover',
    });
    expect(holds.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('sends one request for a double click', async () => {
    renderApp('/checkout', server);
    respondToOrders(created);
    await screen.findByRole('timer');
    const button = await placeButton();
    // both before React renders again
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(orders).not.toHaveLength(0));
    await screen.findByRole('heading', { level: 1, name: /^Thank you, Casey!/ });
    expect(orders).toHaveLength(1);
  });

  it('saves a first address inline', async () => {
    server.members.addressBook.addresses.length = 0;
    renderApp('/checkout', server);
    expect(
      await screen.findByRole('button', { name: /Save a delivery address first/ }),
    ).toBeVisible();
    expect(await screen.findByLabelText('Recipient')).toHaveValue('Casey Rivers');
    await userEvent.type(screen.getByLabelText('Phone'), '518 555 0100');
    await userEvent.type(screen.getByLabelText('Street and number'), '5 Elm Street');
    await userEvent.type(screen.getByLabelText('City'), 'Amherst');
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Massachusetts');
    await userEvent.type(screen.getByLabelText('ZIP code'), '01002');
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByRole('radio', { name: /5 Elm Street/ })).toBeChecked();
    expect(await placeButton()).toBeVisible();
    expect(server.members.addressBook.addresses).toHaveLength(1);
  });

  it('continues the hold after a reload, and releases it on unmount', async () => {
    const first = renderApp('/checkout', server);
    await screen.findByRole('timer');
    expect(holdPosts()).toBe(1);
    const held = server.hold?._id;
    // a reload runs no clean-up: the same hold is still open
    const other = renderApp('/checkout', server);
    await waitFor(() => expect(screen.getAllByRole('timer')).toHaveLength(2));
    expect(holdPosts()).toBe(1);
    expect(server.hold?._id).toBe(held);
    first.unmount();
    await waitFor(() => expect(server.hold?.status).toBe('released'));
    other.unmount();
  });

  it('shows that the hold has expired, and holds the items again', async () => {
    renderApp('/checkout', server);
    server.on('POST /api/v1/checkout/holds', () => {
      const lines = server.cart.items.map(({ productId, name, unit, quantity, price }) => ({
        productId,
        name,
        unit,
        quantity,
        price,
      }));
      const secondsLeft = holdPosts() === 1 ? 1 : 900;
      const expiresAt = new Date(Date.now() + secondsLeft * 1000).toISOString();
      const _id = fakeId('part', 600 + holdPosts());
      server.hold = { _id, status: 'open', expiresAt, secondsLeft, lines, slots: [], version: 1 };
      return { status: 201, body: server.hold };
    });
    expect(await screen.findByText('The time is up')).toBeVisible();
    expect(await placeButton()).not.toHaveAttribute('aria-disabled');
    await userEvent.click(screen.getByRole('button', { name: 'Keep them once more' }));
    expect(await screen.findByRole('timer')).toHaveTextContent('15 min');
  });

  it('sends one order with one idempotency key for several clicks', async () => {
    const responses: (() => void)[] = [];
    const fetchNow = server.fetch;
    Object.assign(server, {
      fetch: (async (input, init) => {
        if (String(input) === '/api/v1/orders' && init?.method === 'POST')
          await new Promise<void>((resolve) => responses.push(resolve));
        return fetchNow(input, init);
      }) as typeof fetch,
    });
    respondToOrders(created);
    const { router } = renderApp('/checkout', server);
    await userEvent.dblClick(await placeButton());
    await userEvent.click(await screen.findByRole('button', { name: /Placing your order/ }));
    await act(async () => {
      for (const resolve of responses) resolve();
    });
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(orders).toHaveLength(1);
    expect(keys()[0]).toMatch(/^[\w-]{8,100}$/);
  });

  it('retries with the same key after a failed response, also after a reload', async () => {
    respondToOrders((call, count) =>
      count < 3
        ? problem(count === 1 ? 'OUTCOME_UNKNOWN' : 'SERVICE_UNAVAILABLE', 503)
        : created(call),
    );
    const first = renderApp('/checkout', server);
    await userEvent.click(await placeButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We do not know yet whether your order arrived');
    expect(alert).toHaveFocus();
    await userEvent.click(within(alert).getByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(orders).toHaveLength(2));
    first.unmount();
    // the server has placed the order: the cart is empty, but the client still needs the response
    server.cart = makeCart([], 9);
    const { router } = renderApp('/checkout', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(new Set(keys()).size).toBe(1);
    expect(orders[2]?.body).toEqual(orders[0]?.body);
  });

  it('names the sold-out item, offers a choice, and retries with a new key', async () => {
    const { router } = renderApp('/checkout', server);
    respondToOrders((call, count) => {
      if (count > 1) return created(call);
      change(1, { available: 1 });
      return problem('PRODUCT_OUT_OF_STOCK', 409, {
        details: { productId: server.cart.items[1]?.productId, available: 1 },
      });
    });
    await userEvent.click(await placeButton());
    expect(await screen.findByText('Lacinato Kale: 1 bunch left')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep 1 bunch' }));
    await userEvent.click(await placeButton());
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(new Set(keys()).size).toBe(2);
  });

  it('shows both prices after a change, and orders only after confirmation', async () => {
    renderApp('/checkout', server);
    respondToOrders((call, count) => {
      if (count > 1) return created(call);
      change(0, { price: 5 });
      const [item] = server.cart.items;
      const line = { productId: item?.productId, name: item?.name, from: 4.5, to: 5 };
      return problem('PRICE_CHANGED', 409, { details: { lines: [line] } });
    });
    await userEvent.click(await placeButton());
    expect(await screen.findByText('Brandywine Tomatoes: was $4.50, now $5.00')).toBeVisible();
    expect(
      await screen.findByRole('button', { name: /Decide on the marked items/ }),
    ).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Keep at $5.00' }));
    await userEvent.click(await placeButton());
    await waitFor(() => expect(orders).toHaveLength(2));
    expect(orders[1]?.body).toMatchObject({ items: [{ price: 5 }, { price: 3.75 }] });
  });

  it('names every farm whose minimum is not reached', async () => {
    renderApp('/checkout', server);
    respondToOrders(() =>
      problem('ORDER_BELOW_MINIMUM', 409, {
        details: { farms: [{ farmId: fakeId('farm', 1), name: 'Hollow Creek Farm', missing: 3 }] },
      }),
    );
    await userEvent.click(await placeButton());
    expect(await screen.findByText('Add $3.00 to order from Hollow Creek Farm.')).toBeVisible();
  });

  it('shows why there is no hold, and still lets the customer order', async () => {
    server.on('POST /api/v1/checkout/holds', () =>
      problem('SERVICE_UNAVAILABLE', 503, { message: 'Please try again in a moment.' }),
    );
    renderApp('/checkout', server);
    expect(await screen.findByText('Your goods are not kept yet')).toBeVisible();
    expect(screen.getByText('Please try again in a moment.')).toBeVisible();
    expect(await placeButton()).not.toHaveAttribute('aria-disabled');
  });

  it('shows the empty state for an empty cart', async () => {
    server.cart = makeCart([], 4);
    renderApp('/checkout', server);
    expect(await screen.findByText('There is nothing to check out')).toBeVisible();
    expect(holdPosts()).toBe(0);
  });
});
