import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { catchErrors } from '../../testing/console';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

const tomatoes = `/products/${fakeId('product', 1)}`;
const toast = () => screen.findByText(/has been added to your cart/);

describe('/products/:id', () => {
  it('loads by id, uses the product’s step, and shows the line total and the server’s delivery rule', async () => {
    const server = new FakeServer();
    server.settings = { ...server.settings, freeDeliveryOver: 42 };
    renderApp(tomatoes, server);
    await screen.findByRole('heading', { level: 1, name: 'Brandywine Tomatoes' });
    await screen.findByText('Free delivery on orders over $42.00');
    await userEvent.click(screen.getByRole('button', { name: 'More of Brandywine Tomatoes' }));
    expect(screen.getByRole('textbox', { name: /Amount of Brandywine/ })).toHaveValue('1.5');
    expect(screen.getByText('$6.75')).toBeInTheDocument();
    expect(screen.getByText('not provided')).toBeInTheDocument();
  });

  it('counts in quarters of a pound, up to the last whole quarter of what there is', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    const [cheese] = server.products;
    if (!cheese) throw new Error('no product');
    Object.assign(cheese, { price: 11.5, step: 0.25, minimum: 0.25, available: 12.3 });
    renderApp(tomatoes, server);
    const amount = await screen.findByRole('textbox', { name: /Amount of Brandywine/ });
    expect(screen.getByText(/Sold in steps of 0.25 lb/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Less of Brandywine Tomatoes' }));
    expect(amount).toHaveValue('0.75');
    expect(screen.getByText('$8.63')).toBeInTheDocument();
    await userEvent.clear(amount);
    await userEvent.type(amount, '0.6{Enter}');
    expect(amount).toHaveValue('0.5');
    expect(screen.getByText('Sold in steps of 0.25 lb')).toBeInTheDocument();
    await userEvent.clear(amount);
    await userEvent.type(amount, '99{Enter}');
    expect(amount).toHaveValue('12.25');
    expect(screen.getByRole('button', { name: 'More of Brandywine Tomatoes' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await waitFor(() => expect(server.cart.items).toMatchObject([{ quantity: 12.25 }]));
    expect(server.cart.total).toBe(140.88);
  });

  it('adds the typed amount, and nothing while it asks what was meant', async () => {
    const { server } = renderApp(tomatoes);
    const amount = await screen.findByRole('textbox', { name: /Amount of Brandywine/ });
    await userEvent.clear(amount);
    await userEvent.type(amount, '1,5');
    const add = screen.getByRole('button', { name: 'Add to Cart' });
    await userEvent.click(add);
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/Did you mean 1.5 or 15\?/));
    expect(localStorage.getItem('guestCart')).toBeNull();
    await userEvent.clear(amount);
    await userEvent.type(amount, '1.5');
    await userEvent.click(add);
    await toast();
    expect(localStorage.getItem('guestCart')).toContain('"quantity":1.5');
    expect(server.calls).not.toContain('GET /api/v1/cart');
  });

  it('shows the 404 body for an unknown id', async () => {
    const logged = catchErrors();
    renderApp(`/products/${fakeId('product', 999)}`);
    await screen.findByRole('heading', { name: 'Oops! Page not found' });
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(JSON.stringify(logged)).toContain('/products/');
  });

  it('stores what a visitor adds, and merges it after signing in', async () => {
    const { server, router } = renderApp(tomatoes);
    await userEvent.click(await screen.findByRole('button', { name: 'Add to Cart' }));
    expect(await toast()).toHaveTextContent(
      'Brandywine Tomatoes has been added to your cart. Sign in to check out.',
    );
    expect(server.calls).not.toContain('GET /api/v1/cart');
    expect(screen.queryByRole('link', { name: /^Cart/ })).toBeNull();
    await act(() => router.navigate('/auth'));
    await userEvent.click(await screen.findByRole('button', { name: 'Demo customer' }));
    await screen.findAllByRole('link', { name: 'Cart, 1 item' });
    expect(server.cart.items).toMatchObject([{ name: 'Brandywine Tomatoes', quantity: 1 }]);
    expect(localStorage.getItem('guestCart')).toBeNull();
    await waitFor(() => expect(router.state.location.pathname).toBe('/products'));
  });

  it('adds to a customer’s cart: on the server, in the bar, with the toast', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    renderApp(tomatoes, server);
    const add = await screen.findByRole('button', { name: 'Add to Cart' });
    await userEvent.click(add);
    expect(await toast()).toHaveTextContent('Brandywine Tomatoes has been added to your cart.');
    await userEvent.click(add);
    await screen.findAllByRole('link', { name: 'Cart, 2 items' });
    await waitFor(() => expect(server.cart.items[0]?.quantity).toBe(2));
  });

  it('rolls back an addition that the server refuses, and shows why', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    server.on('PUT /api/v1/cart/items/:id', () =>
      problem('PRODUCT_OUT_OF_STOCK', 409, { message: 'Only 0 lb of Brandywine Tomatoes is left' }),
    );
    renderApp(tomatoes, server);
    await userEvent.click(await screen.findByRole('button', { name: 'Add to Cart' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Only 0 lb of Brandywine');
    await screen.findAllByRole('link', { name: 'Cart, empty' });
    expect(screen.queryByText('Added to cart')).toBeNull();
  });

  it('has no buying controls for farmers', async () => {
    const server = new FakeServer();
    server.signInAs('farmer');
    renderApp(tomatoes, server);
    await screen.findByRole('heading', { level: 1, name: 'Brandywine Tomatoes' });
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'My Products' })).not.toHaveLength(0);
  });
});
