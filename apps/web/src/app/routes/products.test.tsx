import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductDto } from '#libs/contracts';
import { guestCart } from '../../features/cart/guest-cart';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

/** The box in the bar, after the page is shown: a new page takes the focus. */
async function searchBox(): Promise<HTMLElement> {
  await screen.findByRole('heading', { level: 1 });
  return screen.getByRole('combobox', { name: 'Search products' });
}

describe('/products', () => {
  it('shows products with price, farm, freshness and stock', async () => {
    renderApp('/products');
    const kale = (await screen.findByRole('link', { name: 'Lacinato Kale' })).closest('article');
    if (kale === null) throw new Error('the product is not on a card');
    expect(kale).toHaveTextContent('$3.75 / bunch');
    expect(kale).toHaveTextContent('Hollow Creek Farm');
    expect(kale).toHaveTextContent('picked 9 h ago');
    expect(kale).toHaveTextContent('4 bunches left');
    expect(kale).toHaveTextContent('Organic');
    // later cards are rendered in slices
    const basil = (await screen.findByRole('link', { name: 'Genovese Basil' })).closest('article');
    expect(basil).toHaveTextContent('Sold out');
    expect(document.title).toBe('Products – Farmgate');
  });

  it('shows "No products found" with a link to all of them', async () => {
    renderApp('/products?q=durian');
    await screen.findByText('No products found');
    await userEvent.click(screen.getByRole('link', { name: 'See all products' }));
    await screen.findByRole('link', { name: 'Rainbow Carrots' });
  });

  it('shows that the products failed to load, and loads them on Retry', async () => {
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

  it('writes filters and sort order to the search parameters and reads them back', async () => {
    const { router, server } = renderApp('/products?category=mushrooms&sort=price');
    await screen.findByRole('link', { name: 'Oyster Mushrooms' });
    expect(screen.queryByRole('link', { name: 'Rainbow Carrots' })).toBeNull();
    expect(screen.getByLabelText('Sort by')).toHaveValue('price');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Organic only/ }));
    expect(router.state.location.search).toBe('?category=mushrooms&sort=price&organic=true');
    expect(server.calls.filter((call) => call === 'GET /api/v1/products')).toHaveLength(2);
    await userEvent.click(screen.getByRole('link', { name: 'Clear all' }));
    await screen.findByRole('link', { name: 'Rainbow Carrots' });
    expect(router.state.location.search).toBe('');
  });

  it('checks a filter at once, and keeps one that is chosen before the list is updated', async () => {
    const { router } = renderApp('/products');
    await screen.findByRole('link', { name: 'Oyster Mushrooms' });
    const organic = screen.getByRole('checkbox', { name: /^Organic only/ });
    act(() => {
      organic.click();
      screen.getByRole('button', { name: /^Mushrooms/ }).click();
    });
    expect(organic).toBeChecked();
    expect(router.state.location.search).toBe('?organic=true&category=mushrooms');
    await screen.findByRole('link', { name: 'Oyster Mushrooms' });
  });

  it('shows the farm that a search means before the products', async () => {
    const server = new FakeServer();
    const farm = server.farms[0];
    if (farm === undefined) throw new Error('there is no farm');
    let first = 'farms';
    server.on('GET /api/v1/search/suggestions', ({ query }) => {
      expect(query.get('q')).toBe('creek');
      return { status: 200, body: { products: [], farms: [farm], categories: [], first } };
    });
    const { unmount } = renderApp('/products?q=Creek', server);
    const farms = await screen.findByRole('region', { name: 'Farms' });
    const link = within(farms).getByRole('link', { name: farm.name });
    expect(link).toHaveAttribute('href', `/farmers/${farm.slug}`);
    unmount();
    first = 'products';
    renderApp('/products?q=creek', server);
    await waitFor(() =>
      expect(server.calls.filter((call) => call.includes('suggestions'))).toHaveLength(2),
    );
    expect(screen.queryByRole('region', { name: 'Farms' })).toBeNull();
  });

  it.each(['visitor', 'customer'] as const)('changes what is in the cart of a %s', async (who) => {
    const server = new FakeServer();
    if (who === 'customer') server.signInAs('customer');
    renderApp('/products', server);
    const kale = (await screen.findByRole('link', { name: 'Lacinato Kale' })).closest('article');
    if (kale === null) throw new Error('the product is not on a card');
    const card = within(kale);
    await userEvent.click(await card.findByRole('button', { name: 'Add Lacinato Kale to cart' }));
    // and that of a wide card
    await waitFor(() => expect(card.getAllByRole('textbox')).toHaveLength(2));
    const [stepper] = card.getAllByRole('textbox', { name: 'Amount of Lacinato Kale' });
    const [less] = card.getAllByRole('button', { name: 'Less of Lacinato Kale' });
    const [more] = card.getAllByRole('button', { name: 'More of Lacinato Kale' });
    if (!stepper || !less || !more) throw new Error('the card has no stepper');
    await waitFor(() => expect(more).toHaveFocus());
    await userEvent.click(more);
    await waitFor(() => expect(stepper).toHaveValue('2'));
    if (who === 'customer') await waitFor(() => expect(server.cart.items[0]?.quantity).toBe(2));
    else expect(guestCart.read()).toMatchObject([{ name: 'Lacinato Kale', quantity: 2 }]);
    await userEvent.click(less);
    await waitFor(() => expect(stepper).toHaveValue('1'));
    await userEvent.click(less);
    await waitFor(() => expect(stepper).not.toBeInTheDocument());
    expect(card.getByRole('button', { name: 'Add Lacinato Kale to cart' })).toHaveFocus();
    expect(await screen.findByText('Removed from cart')).toBeVisible();
  });

  it('shows what a visitor adds in another tab', async () => {
    const server = new FakeServer();
    renderApp('/products', server);
    const kale = (await screen.findByRole('link', { name: 'Lacinato Kale' })).closest('article');
    const [item] = server.products.filter(({ name }) => name === 'Lacinato Kale');
    if (kale === null || item === undefined) throw new Error('the product is not on a card');
    localStorage.setItem('guestCart', JSON.stringify([{ productId: item._id, quantity: 3 }]));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'guestCart' })));
    await waitFor(() => expect(within(kale).getAllByRole('textbox')[0]).toHaveDisplayValue('3'));
  });

  it('loads further pages', async () => {
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
    await userEvent.click(screen.getByRole('link', { name: 'Load more' }));
    await screen.findByText('2 of 2 shown');
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
  });

  it('counts each filter’s products, combines several filters, and removes them one by one', async () => {
    const { router } = renderApp('/products');
    const chip = await screen.findByRole('button', { name: 'Mushrooms 2' });
    await userEvent.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: /^Herbs/ }));
    expect(router.state.location.search).toBe('?category=herbs,mushrooms');
    const farm = await screen.findByRole('checkbox', { name: /^Dusk & Spore/ });
    await userEvent.click(farm);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Rosemary' })).toBeNull());
    await screen.findByRole('link', { name: 'Oyster Mushrooms' });
    const used = within(screen.getByRole('list', { name: 'Filters in use' }));
    await userEvent.click(used.getByRole('link', { name: 'Remove the filter Dusk & Spore' }));
    await screen.findByRole('link', { name: 'Rosemary' });
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Rosemary' })).toBeNull());
    expect(farm).toBeChecked();
  });

  it('finds a farm by its name where there are more than the filter lists', async () => {
    const server = new FakeServer();
    const [first] = server.farms;
    if (!first) throw new Error('the fixtures are short');
    for (let n = 1; n <= 9; n++) {
      const farm = {
        ...first,
        _id: fakeId('farm', 100 + n),
        name: `Field ${n}`,
        slug: `field-${n}`,
      };
      server.farms.push(farm);
      server.products.push({
        ...(server.products[0] as ProductDto),
        _id: fakeId('product', 100 + n),
        farmId: farm._id,
        farmer: farm.name,
      });
    }
    const { router } = renderApp('/products', server);
    const filters = await screen.findByRole('region', { name: 'Filters' });
    await within(filters).findAllByRole('checkbox', { name: /^Field/ });
    expect(within(filters).queryByRole('checkbox', { name: /^Field 9/ })).toBeNull();
    await userEvent.type(await within(filters).findByRole('combobox'), 'field 9');
    await userEvent.click(await screen.findByRole('option', { name: /^Field 9/ }));
    expect(await within(filters).findByRole('checkbox', { name: /^Field 9/ })).toBeChecked();
    expect(router.state.location.search).toBe(`?farm=${fakeId('farm', 109)}`);
  });

  it('opens the filters in a sheet, which counts what is left and shows it', async () => {
    renderApp('/products');
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    const all = await sheet.findByRole('button', { name: /^Show \d+$/ });
    const before = all.textContent;
    // one set of controls at a time: radio buttons of one name belong together
    expect(screen.getAllByRole('radio', { name: 'Any rating' })).toHaveLength(1);
    await userEvent.click(sheet.getByRole('checkbox', { name: /^Organic only/ }));
    await waitFor(() => expect(all.textContent).not.toBe(before));
    await userEvent.click(all);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The same text is announced, sooner or later.
    await screen.findByText(`${all.textContent?.replace('Show ', '')} products`, { selector: 'p' });
  });

  it('filters by price and rating', async () => {
    const { router } = renderApp('/products');
    await userEvent.type(await screen.findByLabelText('From'), '9');
    await userEvent.type(screen.getByLabelText('Up to'), '3{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?minPrice=3&maxPrice=9'));
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Wildflower Honey' })).toBeNull(),
    );
    await userEvent.click(screen.getByRole('radio', { name: /^4 stars and up/ }));
    expect(router.state.location.search).toBe('?minPrice=3&maxPrice=9&rating=4');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Lacinato Kale' })).toBeNull());
    await screen.findByRole('link', { name: 'Brandywine Tomatoes' });
  });

  it('asks what a price with two readings means, and filters by what a price says', async () => {
    const { router } = renderApp('/products?maxPrice=1e2');
    const low = await screen.findByLabelText('From');
    const high = screen.getByLabelText('Up to');
    expect(high).toHaveValue('');
    await userEvent.type(low, '$1.50');
    await userEvent.type(high, '4,50{Enter}');
    await waitFor(() => expect(high).toHaveAccessibleDescription(/Did you mean 4.50 or 450\?/));
    expect(high).toHaveFocus();
    expect(low).not.toHaveAttribute('aria-invalid');
    await userEvent.clear(high);
    await userEvent.type(high, '20,000{Enter}');
    await waitFor(() => expect(high).toHaveAccessibleDescription('Up to: At most $10,000.'));
    expect(router.state.location.search).toBe('?maxPrice=1e2');
    await userEvent.clear(high);
    await userEvent.type(high, '1,250.00{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?minPrice=1.5&maxPrice=1250'));
  });

  it('opens a later page, with a link to the first', async () => {
    renderApp('/products?sort=name&cursor=12');
    await screen.findByText('You are further down the list.');
    await screen.findByRole('button', { name: 'Mushrooms 2' });
    expect(screen.queryByRole('link', { name: 'Brandywine Tomatoes' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Back to the start of the list' }));
    await screen.findByRole('link', { name: 'Brandywine Tomatoes' });
  });

  it('shows that there are no suggestions, and that they failed', async () => {
    const server = new FakeServer();
    renderApp('/about', server);
    const box = await searchBox();
    await userEvent.type(box, 'durian');
    expect(await screen.findAllByText('No suggestions for “durian”.')).not.toHaveLength(0);
    expect(box).toHaveAttribute('aria-expanded', 'false');
    server.on('GET /api/v1/search/suggestions', () => problem('SERVICE_UNAVAILABLE', 503));
    await userEvent.clear(box);
    await userEvent.type(box, 'kale');
    expect(
      await screen.findAllByText('No suggestions right now. Enter still searches.'),
    ).not.toHaveLength(0);
  });

  it('suggests while the user types, and opens what the arrow keys choose', async () => {
    const { router } = renderApp('/about');
    const box = await searchBox();
    await userEvent.type(box, 'mush');
    await screen.findByRole('option', { name: /Oyster Mushrooms/ });
    expect(screen.getAllByRole('option')[1]).toHaveTextContent('Mushrooms2 products');
    expect(
      within(screen.getByRole('group', { name: 'Categories' })).getAllByRole('option'),
    ).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Mushrooms2 products');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
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
