import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { farmsPageSchema, type ProductDto, withProduct } from '#libs/contracts';
import { guestCart } from '../../features/cart/guest-cart';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { makeCart, makeCartItem } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

let server: FakeServer;
let tomatoes: ProductDto;
let kale: ProductDto;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const [first, , third] = server.products;
  if (first === undefined || third === undefined) throw new Error('the fixtures are short');
  [tomatoes, kale] = [first, third];
  server.cart = makeCart([makeCartItem(tomatoes, 1.5), makeCartItem(kale, 2)], 3);
});

describe('/cart', () => {
  it('shows lines by farm, the fee, what is missing to free delivery, and links to the checkout', async () => {
    const { router } = renderApp('/cart', server);
    const group = await screen.findByRole('region', { name: 'Hollow Creek Farm' });
    expect(group).toHaveTextContent('$6.75');
    expect(group).toHaveTextContent('$14.25');
    const summary = screen.getByRole('region', { name: 'Your order' });
    await waitFor(() => expect(summary).toHaveTextContent('$4.99'));
    expect(summary).toHaveTextContent('$19.24');
    expect(summary).toHaveTextContent('$15.76 more and delivery is free');
    await userEvent.click(await within(group).findByRole('radio', { name: /Pickup/ }));
    expect(summary).toHaveTextContent('Total$14.25');
    await userEvent.click(within(summary).getByRole('link', { name: 'Checkout' }));
    expect(router.state.location.pathname).toBe('/checkout');
    expect(await screen.findByRole('radio', { name: /Pickup/ })).toBeChecked();
  });

  it('removes a line when 0 is typed, and puts it back', async () => {
    renderApp('/cart', server);
    const amount = await screen.findByRole('textbox', { name: `Amount of ${tomatoes.name}` });
    await userEvent.clear(amount);
    await userEvent.type(amount, '0{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: tomatoes.name })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('textbox', { name: `Amount of ${tomatoes.name}` })).toHaveValue(
      '1.5',
    );
  });

  it('says why a typed amount became another one', async () => {
    renderApp('/cart', server);
    const amount = await screen.findByRole('textbox', { name: `Amount of ${tomatoes.name}` });
    const type = async (text: string) => {
      await userEvent.clear(amount);
      await userEvent.type(amount, `${text}{Enter}`);
    };
    await type('1.7');
    expect(await screen.findByText('Sold in steps of 0.5 lb')).toBeVisible();
    expect(amount).toHaveValue('1.5');
    await type('999');
    expect(await screen.findByText(/^Only [\d.]+ lb can be had$/)).toBeVisible();
    expect(amount).toHaveAccessibleDescription(/can be had/);
    await userEvent.tab();
    expect(amount).toHaveAccessibleDescription(/can be had/);
    const most = (amount as HTMLInputElement).value;
    await userEvent.clear(amount);
    await userEvent.tab();
    expect(amount).toHaveValue(most);
    await type('2');
    await waitFor(() => expect(screen.queryByText(/can be had/)).toBeNull());
  });

  it('asks what a typed amount with two readings means, and keeps the amount until then', async () => {
    renderApp('/cart', server);
    const amount = await screen.findByRole('textbox', { name: `Amount of ${tomatoes.name}` });
    await userEvent.clear(amount);
    await userEvent.type(amount, '2,5{Enter}');
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/^Did you mean 2.5 or 25\?/));
    expect(amount).toHaveValue('2,5');
    expect(amount).toHaveAttribute('aria-invalid', 'true');
    expect(server.cart.items[0]).toMatchObject({ quantity: 1.5 });
    await userEvent.clear(amount);
    await userEvent.type(amount, '2.5 lb');
    expect(amount).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    await waitFor(() =>
      expect(server.cart.items).toContainEqual(expect.objectContaining({ quantity: 2.5 })),
    );
    expect(amount).toHaveValue('2.5');
  });

  it('shows what is missing to a farm’s minimum for the chosen fulfilment', async () => {
    const [farm] = server.farms;
    if (farm === undefined) throw new Error('the fixtures are short');
    farm.minimumOrder = { delivery: 20, pickup: 5 };
    renderApp('/cart', server);
    const group = await screen.findByRole('region', { name: 'Hollow Creek Farm' });
    const missing = 'Add $5.75 to order from Hollow Creek Farm.';
    expect(await within(group).findByText(missing)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Add \$5.75 to order from/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(within(group).getByRole('radio', { name: /Pickup/ }));
    expect(within(group).queryByText(missing)).toBeNull();
    expect(screen.getByRole('link', { name: 'Checkout' })).toBeVisible();
  });

  it('asks for the farms of the cart, which need not be among the newest', async () => {
    const [farm, ...others] = server.farms;
    if (farm === undefined) throw new Error('the fixtures are short');
    const far = { ...farm, minimumOrder: { delivery: 20, pickup: 5 } };
    server.on('GET /api/v1/farms', ({ query }) => {
      const farms = query.get('ids')?.split(',').includes(far._id) ? [far] : others;
      return ok(farmsPageSchema, { farms, nextCursor: null, total: 101 });
    });
    renderApp('/cart', server);
    const group = await screen.findByRole('region', { name: far.name });
    expect(await within(group).findByRole('radio', { name: /Pickup/ })).toBeVisible();
    const missing = 'Add $5.75 to order from Hollow Creek Farm.';
    expect(await within(group).findByText(missing)).toBeVisible();
  });

  it('shows that a farm is on holiday, and until when', async () => {
    const [farm] = server.farms;
    if (farm === undefined) throw new Error('the fixtures are short');
    farm.holiday = { until: '2027-01-04T12:00:00.000Z', message: 'We rest with the soil.' };
    renderApp('/cart', server);
    expect(
      await screen.findByText('Hollow Creek Farm is on holiday until January 4, 2027.'),
    ).toBeVisible();
    expect(screen.getByText('We rest with the soil.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
  });

  it('asks what to do with a line that exceeds the stock', async () => {
    server.cart = makeCart([withProduct(makeCartItem(tomatoes, 3), { available: 1 })], 4);
    renderApp('/cart', server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Brandywine Tomatoes has changed');
    expect(alert).toHaveTextContent('You wanted 3 lb, 1 lb left');
    expect(screen.getByRole('button', { name: /Decide on the marked items/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(within(alert).getByRole('button', { name: 'Keep 1 lb' }));
    await waitFor(() => expect(server.cart.items[0]?.quantity).toBe(1));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows a changed price and asks for confirmation', async () => {
    server.cart = makeCart([withProduct(makeCartItem(tomatoes, 2), { price: 5 })], 4);
    renderApp('/cart', server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The price was $4.50, now it is $5.00.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Keep at $5.00' }));
    expect(await screen.findByRole('link', { name: 'Checkout' })).toBeVisible();
    expect(server.cart.items[0]?.seen.price).toBe(5);
  });

  it('only offers to remove an unavailable product, with the toast of the specification', async () => {
    server.cart = makeCart([withProduct(makeCartItem(kale, 2), { buyable: false })], 4);
    renderApp('/cart', server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('It cannot be bought now');
    expect(within(alert).queryByRole('button', { name: /Keep/ })).toBeNull();
    await userEvent.click(within(alert).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.getByText('Lacinato Kale has been removed from your cart.')).toBeInTheDocument();
  });

  it('clears the cart with the toast of the specification, and undoes it', async () => {
    renderApp('/cart', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear cart' }));
    await screen.findByText('Your cart is empty');
    expect(screen.getByText('All items have been removed from your cart.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('region', { name: 'Hollow Creek Farm' });
    expect(server.cart.items).toHaveLength(2);
  });

  it('reports what could not be merged from a visitor’s cart, and why', async () => {
    guestCart.add(kale, 4);
    server.merged = [{ productId: kale._id, asked: 4, got: 2, reason: 'stock' }];
    renderApp('/cart', server);
    const report = await screen.findByRole('region', { name: 'Not everything came along' });
    expect(report).toHaveTextContent('Lacinato Kale: 2 bunches of 4 bunches.');
    expect(report).toHaveTextContent('There is not more of it.');
    await userEvent.click(within(report).getByRole('button', { name: 'Put this note away' }));
    expect(screen.queryByRole('region', { name: 'Not everything came along' })).toBeNull();
  });

  it('shows a load error with the request id, and retries', async () => {
    let fails = true;
    server.on('GET /api/v1/cart', () =>
      fails ? problem('INTERNAL', 500) : { status: 200, body: server.cart },
    );
    renderApp('/cart', server);
    expect(await screen.findByText('Your cart could not be loaded')).toBeVisible();
    expect(screen.getByText(/req-fake-1/)).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('region', { name: 'Hollow Creek Farm' });
  });
});
