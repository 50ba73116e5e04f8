import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buyAgainSchema } from '#libs/contracts';
import { FakeServer, ok } from '../../testing/fake-server';
import { makeCart, makeCartItem } from '../../testing/fixtures';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

test('an old order is added to the cart again, and unavailable items are listed with the reason', async () => {
  const user = userEvent.setup();
  const server = new FakeServer();
  server.signInAs('customer');
  const [tomato, carrot] = server.products;
  if (tomato === undefined || carrot === undefined) throw new Error('there are products');
  const items = [tomato, carrot].map(({ _id, minimum }) => ({ productId: _id, quantity: minimum }));
  const order = makeOrder(server, { items, address });
  server.orders.push(order);
  const line = { unit: carrot.unit, wanted: 1, name: carrot.name, productId: carrot._id };
  server.on('POST /api/v1/orders/:id/buy-again', ({ params }) => {
    expect(params.id).toBe(order._id);
    return ok(buyAgainSchema, {
      cart: makeCart([makeCartItem(tomato, tomato.minimum)], 1),
      lines: [
        {
          ...line,
          productId: tomato._id,
          name: tomato.name,
          inCart: 1,
          outcome: 'added',
          reason: null,
        },
        { ...line, inCart: 0, outcome: 'skipped', reason: 'sold_out' },
      ],
    });
  });
  const { router } = renderApp(`/orders/${order._id}`, server);
  await user.click(await screen.findByRole('button', { name: 'Buy again' }));
  expect(await screen.findByText('It is in your cart again')).toBeVisible();
  expect(screen.getByText(`${carrot.name}: sold out.`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'To the cart' }));
  expect(router.state.location.pathname).toBe('/cart');
});
