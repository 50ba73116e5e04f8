import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buyAgainSchema, type OrderDto, type PartStatus } from '#libs/contracts';
import { FakeServer, ok } from '../../testing/fake-server';
import { makeCart } from '../../testing/fixtures';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
});

/** An order of products, whose one part has a status. */
function addOrder(products: readonly number[], status: PartStatus): OrderDto {
  const items = products.map((at) => ({ productId: product(at)._id, quantity: 1 }));
  const made = makeOrder(server, { items, address });
  const isDone = status === 'delivered';
  const order = {
    ...made,
    status: isDone ? ('Delivered' as const) : ('Processing' as const),
    isDelivered: isDone,
    parts: made.parts.map((part) => ({ ...part, status })),
  };
  server.orders.push(order);
  return order;
}

const product = (at: number) => {
  const found = server.products[at];
  if (found === undefined) throw new Error('the fake market sells less');
  return found;
};

test('the orders begin with the delivery that comes next', async () => {
  addOrder([0], 'placed');
  const near = addOrder([0], 'out_for_delivery');
  renderApp('/dashboard/customer', server);
  const next = within(await screen.findByRole('region', { name: 'Your next delivery' }));
  expect(next.getByText('It is on its way to you.')).toBeVisible();
  expect(next.getByText('Delivery to 1 Elm St, Amherst')).toBeVisible();
  expect(next.getByRole('link', { name: `See order ${near.code}` })).toBeVisible();
});

test('nothing is promised while no order is open', async () => {
  addOrder([0], 'delivered');
  renderApp('/dashboard/customer', server);
  await screen.findByText('No order is on its way.');
  expect(screen.queryByText(/^Your next/)).toBeNull();
});

test('the shop has earlier baskets with one button, favourites with Add, and what was seen', async () => {
  const basket = addOrder([0, 2], 'delivered');
  addOrder([2, 0], 'delivered');
  server.favourites = { ...server.favourites, products: [product(2)._id] };
  const bought: string[] = [];
  server.on('POST /api/v1/orders/:id/buy-again', ({ params }) => {
    bought.push(params.id ?? '');
    return ok(buyAgainSchema, { cart: makeCart([], 1), lines: [] });
  });
  const { router } = renderApp(`/products/${product(1)._id}`, server);
  await screen.findByRole('heading', { level: 1, name: product(1).name });
  await waitFor(() => router.navigate('/dashboard/customer/products'));

  const baskets = within(await screen.findByRole('region', { name: 'Buy again' }));
  // the same goods in another order of lines are one basket
  const again = await baskets.findByRole('button', { name: `Put it in the cart ${basket.code}` });
  expect(baskets.getAllByRole('article')).toHaveLength(1);
  await userEvent.click(again);
  await waitFor(() => expect(bought).toEqual([basket._id]));

  const favourites = within(await screen.findByRole('region', { name: 'Favourites' }));
  const name = `Add ${product(2).name} to cart`;
  expect(await favourites.findByRole('button', { name })).toBeVisible();
  const seen = within(await screen.findByRole('region', { name: 'Recently seen' }));
  expect(await seen.findByRole('link', { name: product(1).name })).toBeVisible();
});
