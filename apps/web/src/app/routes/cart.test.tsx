import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { withProduct } from '#libs/contracts';
import type { FakeCall } from '../../testing/fake-answer';
import { FakeServer, problem } from '../../testing/fake-server';
import { makeCart, makeCartItem } from '../../testing/fixtures';
import { makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

let server: FakeServer;
let orders: FakeCall[];

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const [tomatoes, , kale] = server.products;
  if (tomatoes === undefined || kale === undefined) throw new Error('the fixtures are short');
  server.cart = makeCart([makeCartItem(tomatoes, 1.5), makeCartItem(kale, 2)], 3);
  orders = [];
});

function answerOrders(answer: (call: FakeCall, count: number) => ReturnType<typeof problem>) {
  server.on('POST /api/v1/orders', (call) => {
    orders.push(call);
    return answer(call, orders.length);
  });
}

const placed = (call: FakeCall) => ({
  status: 201,
  body: makeOrder(server, call.body as Parameters<typeof makeOrder>[1]),
});

async function fillAddress() {
  await userEvent.type(await screen.findByLabelText('Street and number'), '5 Elm Street');
  await userEvent.type(screen.getByLabelText('City'), 'Amherst');
  await userEvent.type(screen.getByLabelText('State'), 'MA');
  await userEvent.type(screen.getByLabelText('ZIP code'), '01002');
}
const placeButton = () => screen.getByRole('button', { name: 'Place order' });

describe('/cart', () => {
  it('shows lines by farm, the fee and the way to free delivery', async () => {
    renderApp('/cart', server);
    const group = await screen.findByRole('region', { name: 'Hollow Creek Farm' });
    expect(group).toHaveTextContent('$6.75');
    expect(group).toHaveTextContent('$14.25');
    const summary = screen.getByRole('region', { name: 'Your order' });
    await waitFor(() => expect(summary).toHaveTextContent('$4.99'));
    expect(summary).toHaveTextContent('$19.24');
    expect(summary).toHaveTextContent('$15.76 more and delivery is free');
    await userEvent.click(within(group).getByRole('radio', { name: /Pickup/ }));
    expect(summary).toHaveTextContent('Total$14.25');
  });

  it('sends one order with one key however often the button is clicked, and opens it', async () => {
    const answers: (() => void)[] = [];
    const { router } = renderApp('/cart', server);
    answerOrders(placed);
    const slow = server.fetch;
    globalThis.fetch = async (input, init) => {
      if (String(input) === '/api/v1/orders' && init?.method === 'POST') {
        await new Promise<void>((resolve) => answers.push(resolve));
      }
      return slow(input, init);
    };
    await fillAddress();
    await userEvent.dblClick(placeButton());
    await userEvent.click(await screen.findByRole('button', { name: /Placing your order/ }));
    await act(async () => {
      for (const answer of answers) answer();
    });
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/orders\//));
    expect(orders).toHaveLength(1);
    expect(orders[0]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{8,100}$/);
    expect(orders[0]?.body).toMatchObject({
      items: [{ quantity: 1.5 }, { quantity: 2 }],
      address: { line1: '5 Elm Street', city: 'Amherst', state: 'MA', postalCode: '01002' },
    });
  });

  it('remembers the address of the last order', async () => {
    server.orders.push(
      makeOrder(server, {
        items: [{ productId: server.cart.items[0]?.productId ?? '', quantity: 1 }],
        address: { line1: '9 Oak Lane', city: 'Hadley', state: 'MA', postalCode: '01035' },
      }),
    );
    renderApp('/cart', server);
    expect(await screen.findByLabelText('Street and number')).toHaveValue('9 Oak Lane');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('01035');
  });

  it('repeats an attempt that got no answer under the same key', async () => {
    renderApp('/cart', server);
    answerOrders((call, count) =>
      count === 1 ? problem('SERVICE_UNAVAILABLE', 503) : placed(call),
    );
    await fillAddress();
    await userEvent.click(placeButton());
    await screen.findByText('Your order could not be placed');
    await userEvent.click(placeButton());
    await waitFor(() => expect(orders).toHaveLength(2));
    const [first, second] = orders.map((call) => call.headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  it('names the item that ran out, keeps the basket, and asks under a new key', async () => {
    const { router } = renderApp('/cart', server);
    const kale = server.cart.items[1];
    answerOrders(() =>
      problem('PRODUCT_OUT_OF_STOCK', 409, {
        details: { productId: kale?.productId, name: 'Lacinato Kale', requested: 2, available: 1 },
      }),
    );
    await fillAddress();
    await userEvent.click(placeButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Not everything is there any more');
    expect(alert).toHaveTextContent('Lacinato Kale: 1 bunch left');
    expect(alert).toHaveFocus();
    expect(router.state.location.pathname).toBe('/cart');
    expect(screen.getByLabelText('City')).toHaveValue('Amherst');
    await userEvent.click(placeButton());
    await waitFor(() => expect(orders).toHaveLength(2));
    const [first, second] = orders.map((call) => call.headers.get('Idempotency-Key'));
    expect(second).not.toBe(first);
  });

  it('asks what to do with a line of which less is left', async () => {
    const [tomatoes] = server.products;
    if (tomatoes === undefined) throw new Error('the fixtures are short');
    const item = withProduct(makeCartItem(tomatoes, 3), { available: 1 });
    server.cart = makeCart([item], 4);
    renderApp('/cart', server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('you wanted 3 lb, 1 lb left');
    expect(screen.getByRole('button', { name: /Decide on the marked items/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(within(alert).getByRole('button', { name: 'Keep 1 lb' }));
    await waitFor(() => expect(server.cart.items[0]?.quantity).toBe(1));
  });

  it('clears with the toast of the specification, and undoes it', async () => {
    renderApp('/cart', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear cart' }));
    await screen.findByText('Your cart is empty');
    expect(screen.getByText('All items have been removed from your cart.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('region', { name: 'Hollow Creek Farm' });
    expect(server.cart.items).toHaveLength(2);
  });
});
