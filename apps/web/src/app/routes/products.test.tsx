import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, problem } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

describe('/products', () => {
  it('shows what the market has, with price, farm, freshness and stock', async () => {
    renderApp('/products');
    const kale = (await screen.findByRole('link', { name: 'Lacinato Kale' })).closest('article');
    if (kale === null) throw new Error('the product is not on a card');
    expect(kale).toHaveTextContent('$3.75 / bunch');
    expect(kale).toHaveTextContent('Hollow Creek Farm');
    expect(kale).toHaveTextContent('picked 9 h ago');
    expect(kale).toHaveTextContent('4 bunches left');
    expect(kale).toHaveTextContent('Organic');
    const basil = screen.getByRole('link', { name: 'Genovese Basil' }).closest('article');
    expect(basil).toHaveTextContent('Sold out');
    expect(document.title).toBe('Products – Farmgate');
  });

  it('says "No products found" and leads back to all of them', async () => {
    renderApp('/products?q=durian');
    await screen.findByText('No products found');
    await userEvent.click(screen.getByRole('link', { name: 'See all products' }));
    await screen.findByRole('link', { name: 'Rainbow Carrots' });
  });

  it('says that the products failed to load, and loads them on Retry', async () => {
    const server = new FakeServer();
    let healthy = false;
    server.on('GET /api/v1/products', ({ query }) => {
      if (healthy) return new FakeServer().handle({ ...call, query });
      return problem('FORBIDDEN', 403, { message: 'The market is closed' });
    });
    const call = {
      method: 'GET',
      path: '/api/v1/products',
      body: undefined,
      headers: new Headers(),
    };
    renderApp('/products', server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to load products.');
    expect(alert).toHaveTextContent('The market is closed');
    expect(alert).toHaveTextContent('req-fake-1');
    healthy = true;
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: 'Rainbow Carrots' });
  });

  it('keeps filters and order in the address and gives them back from it', async () => {
    const { router, server } = renderApp('/products?category=mushrooms&sort=price');
    await screen.findByRole('link', { name: 'Oyster Mushrooms' });
    expect(screen.queryByRole('link', { name: 'Rainbow Carrots' })).toBeNull();
    expect(screen.getByLabelText('Sort by')).toHaveValue('price');
    await userEvent.click(screen.getByLabelText('Organic only'));
    expect(router.state.location.search).toBe('?category=mushrooms&sort=price&organic=true');
    expect(server.calls.filter((call) => call === 'GET /api/v1/products')).toHaveLength(2);
    await userEvent.click(screen.getByRole('link', { name: 'Clear all' }));
    await screen.findByRole('link', { name: 'Rainbow Carrots' });
    expect(router.state.location.search).toBe('');
  });

  it('loads further pages behind the first', async () => {
    const server = new FakeServer();
    const page = server.products.slice(0, 2);
    server.on('GET /api/v1/products', ({ query }) => ({
      status: 200,
      body: query.has('cursor')
        ? { products: page.slice(1), nextCursor: null, total: 2 }
        : { products: page.slice(0, 1), nextCursor: 'next', total: 2 },
    }));
    renderApp('/products', server);
    await screen.findByText('1 of 2 shown');
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('2 of 2 shown');
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('suggests while one types, and opens what the arrow keys choose', async () => {
    const { router } = renderApp('/about');
    const box = await screen.findByRole('combobox', { name: 'Search products' });
    await userEvent.type(box, 'mush');
    await screen.findByRole('option', { name: /Oyster Mushrooms/ });
    expect(screen.getAllByRole('option')[0]).toHaveTextContent('MushroomsCategory');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Oyster Mushrooms');
    expect(box).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Oyster Mushrooms' });
    expect(router.state.location.pathname).toMatch(/^\/products\/c/);
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('searches from the bar', async () => {
    const { router } = renderApp('/about');
    const box = await screen.findByPlaceholderText('Search fresh produce...');
    await userEvent.type(box, 'honey{Enter}');
    await screen.findByRole('link', { name: 'Wildflower Honey' });
    expect(router.state.location.search).toBe('?q=honey');
    expect(screen.queryByRole('link', { name: 'Rainbow Carrots' })).toBeNull();
  });
});
