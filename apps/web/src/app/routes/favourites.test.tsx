import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DomainEvent, Favourites } from '#libs/contracts';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

const page = '/dashboard/customer/favourites';
let server: FakeServer;
let events = 0;
beforeEach(() => {
  server = new FakeServer();
  connections.length = 0;
});

const product = (at: number) => {
  const found = server.products[at];
  if (found === undefined) throw new Error('the fake market sells less');
  return found;
};
const favouriteButton = (name: string) =>
  screen.findByRole('button', { name: `Favourite: ${name}` });
const card = async (name: string) => {
  const found = (await screen.findByRole('link', { name })).closest('article');
  if (found === null) throw new Error(`${name} is on no card`);
  return found;
};

function emit(name: DomainEvent['name'], payload: object, version: number): void {
  events += 1;
  const head = { id: events.toString(16).padStart(24, '7'), name, aggregateId: 'x', version };
  const event = { ...head, occurredAt: new Date().toISOString(), correlationId: 'test' };
  const wire = JSON.parse(JSON.stringify({ ...event, actorId: null, payload })) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}
/** A change of the same customer in another tab. */
function emitFavourites(change: Partial<Favourites>): void {
  const favourites = { ...server.favourites, ...change, version: server.favourites.version + 1 };
  server.favourites = favourites;
  const customerId = server.user?._id;
  emit('favourites.changed', { customerId, favourites }, favourites.version);
}

test('what is sold out offers a notice instead of Add, which makes it a favourite', async () => {
  server.signInAs('customer');
  renderApp('/products', server);
  const basil = within(await card('Genovese Basil'));
  expect(basil.queryByRole('button', { name: /^Add/ })).toBeNull();
  await userEvent.click(await basil.findByRole('button', { name: 'Notify me: Genovese Basil' }));
  const noted = await basil.findByRole('button', { name: 'We let you know: Genovese Basil' });
  expect(noted).toHaveAttribute('aria-pressed', 'true');
  const id = server.products.find(({ name }) => name === 'Genovese Basil')?._id;
  await waitFor(() => expect(server.favourites.products).toEqual([id]));
  expect(await screen.findByText(/When it is back in stock, it is in your inbox/)).toBeVisible();
});

test('a visitor who asks for a notice signs in first', async () => {
  const { router } = renderApp('/products', server);
  const basil = within(await card('Genovese Basil'));
  await userEvent.click(await basil.findByRole('button', { name: /^Notify me/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'));
});

test('the keyboard adds and removes a favourite, optimistically and on the server', async () => {
  server.signInAs('customer');
  renderApp(`/products/${product(0)._id}`, server);
  const button = await favouriteButton('Brandywine Tomatoes');
  expect(button).toHaveAttribute('aria-pressed', 'false');
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(server.favourites.products).toEqual([product(0)._id]));
  await userEvent.keyboard(' ');
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await waitFor(() => expect(server.favourites).toMatchObject({ products: [], version: 2 }));
  expect(button).toHaveFocus();
});

test('a favourite that the server refuses is rolled back, with the reason', async () => {
  server.signInAs('customer');
  const refusal = { message: 'You keep 200 already' };
  server.on('PUT /api/v1/favourites/products/:id', () =>
    problem('FAVOURITE_LIMIT_REACHED', 409, refusal),
  );
  renderApp('/products', server);
  const button = await favouriteButton('Lacinato Kale');
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('You keep 200 already');
  expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('a visitor signs in first, returns, and the favourite is added', async () => {
  const { router } = renderApp('/products?category=greens', server);
  await userEvent.click(await favouriteButton('Lacinato Kale'));
  expect(router.state.location.pathname).toBe('/sign-in');
  await userEvent.type(await screen.findByLabelText(/E-mail/i), 'casey@example.org');
  await userEvent.type(screen.getByLabelText(/^Password/), server.password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await favouriteButton('Lacinato Kale')).toBeInTheDocument();
  expect(router.state.location).toMatchObject({
    pathname: '/products',
    search: '?category=greens',
  });
  await waitFor(() => expect(server.favourites.products).toEqual([product(2)._id]));
  expect(await favouriteButton('Lacinato Kale')).toHaveAttribute('aria-pressed', 'true');
});

test('farmers have no favourite buttons', async () => {
  server.signInAs('farmer');
  renderApp('/products', server);
  await screen.findByRole('link', { name: 'Lacinato Kale' });
  expect(screen.queryByRole('button', { name: /^Favourite/ })).toBeNull();
  expect(server.calls).not.toContain('GET /api/v1/favourites');
});

test('favourites of another tab update every button without a request; an older version is ignored', async () => {
  server.signInAs('customer');
  renderApp('/products', server);
  const kale = await favouriteButton('Lacinato Kale');
  server.calls.length = 0;
  emitFavourites({ products: [product(2)._id] });
  await waitFor(() => expect(kale).toHaveAttribute('aria-pressed', 'true'));
  const old = { products: [], farms: [], version: 0 };
  emit('favourites.changed', { customerId: server.user?._id, favourites: old }, 0);
  emitFavourites({ products: [product(2)._id, product(1)._id] });
  await waitFor(async () =>
    expect(await favouriteButton('Rainbow Carrots')).toHaveAttribute('aria-pressed', 'true'),
  );
  expect(kale).toHaveAttribute('aria-pressed', 'true');
  expect(server.calls.filter((call) => call.includes('favourites'))).toEqual([]);
});

test('the list shows products and farms with current data, and what is back in stock', async () => {
  server.signInAs('customer');
  const [kale, basil, honey] = [product(2), product(6), product(7)];
  honey.holidayUntil = '2026-12-05T17:00:00.000Z';
  server.favourites = {
    products: [kale._id, basil._id, honey._id],
    farms: [server.farms[1]?._id ?? ''],
    version: 4,
  };
  server.members.inbox.notifications.push({
    _id: 'e'.repeat(24),
    kind: 'favourite.restocked',
    title: 'Lacinato Kale is back in stock',
    text: '',
    details: [],
    link: { path: `/products/${kale._id}`, label: 'See the product' },
    readAt: null,
    createdAt: new Date().toISOString(),
    addedAt: new Date().toISOString(),
  });
  renderApp(page, server);
  await screen.findByRole('heading', { level: 1, name: 'Favourites' });
  await screen.findByText('1 can be bought now · 1 sold out · 1 on holiday');
  expect(screen.getByText('Back in stock:').parentElement).toHaveTextContent('Lacinato Kale');
  expect(await card('Genovese Basil')).toHaveTextContent('Sold out');
  expect(await card('Wildflower Honey')).toHaveTextContent('Back on December 5, 2026');
  await screen.findByRole('heading', { level: 3, name: 'Windfall Orchard' });
  expect(document.title).toBe('Favourites – Your dashboard – Farmgate');
});

test('a removed favourite stays in the list until the next visit; one added elsewhere is pending', async () => {
  server.signInAs('customer');
  server.favourites = { products: [product(2)._id, product(1)._id], farms: [], version: 2 };
  const { router } = renderApp(page, server);
  await userEvent.click(await favouriteButton('Lacinato Kale'));
  await waitFor(() => expect(server.favourites.products).toEqual([product(1)._id]));
  expect(await favouriteButton('Lacinato Kale')).toHaveAttribute('aria-pressed', 'false');

  emitFavourites({ products: [product(0)._id, product(1)._id] });
  const show = await screen.findByRole('button', { name: '1 new – show' });
  expect(screen.queryByRole('link', { name: 'Brandywine Tomatoes' })).toBeNull();
  await userEvent.click(show);
  await card('Brandywine Tomatoes');
  expect(screen.queryByRole('button', { name: /new – show/ })).toBeNull();

  await act(() => router.navigate('/dashboard/customer/products'));
  await screen.findByRole('heading', { level: 1, name: 'Shop' });
  await act(() => router.navigate(page));
  await card('Brandywine Tomatoes');
  expect(screen.queryByRole('link', { name: 'Lacinato Kale' })).toBeNull();
});

test('an empty list shows a hint; a failed one shows the error and loads on Retry', async () => {
  server.signInAs('customer');
  const view = renderApp(page, server);
  await screen.findByText('No favourites yet');
  expect(screen.getByRole('link', { name: 'See all products' })).toHaveAttribute(
    'href',
    '/products',
  );
  view.unmount();
  server.favourites = { products: [product(2)._id], farms: [], version: 1 };
  let broken = true;
  const healthy = new FakeServer();
  healthy.favourites = server.favourites;
  server.on('GET /api/v1/favourites/products', (call) =>
    broken ? problem('FORBIDDEN', 403, { message: 'Not now' }) : healthy.handle(call),
  );
  renderApp(page, server);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your favourites could not be loaded');
  broken = false;
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  await card('Lacinato Kale');
});

test('stock updates in place', async () => {
  server.signInAs('customer');
  const kale = product(2);
  server.favourites = { products: [kale._id], farms: [], version: 1 };
  renderApp(page, server);
  expect(await card('Lacinato Kale')).toHaveTextContent('4 bunches left');
  const { _id: productId, farmId, price } = kale;
  const change = { productId, farmId, price, status: 'live', public: true };
  emit('product.stock-changed', { change: { ...change, available: 0, stock: 'sold_out' } }, 2);
  await waitFor(async () => expect(await card('Lacinato Kale')).toHaveTextContent('Sold out'));
  expect(server.calls.filter((call) => call.endsWith('/favourites/products'))).toHaveLength(1);
});

test('on a phone the products are short rows, each with one button that adds the usual amount', async () => {
  const ofScreen = window.matchMedia;
  window.matchMedia = (query) => ({ ...ofScreen(query), matches: query === '(width < 30rem)' });
  try {
    server.signInAs('customer');
    const { _id, name } = product(0);
    server.favourites = { products: [_id], farms: [], version: 1 };
    renderApp(page, server);
    const row = within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
    expect(row.queryByRole('spinbutton')).toBeNull();
    await row.findByRole('button', { name: `Favourite: ${name}` });
    await userEvent.click(row.getByRole('button', { name: /^Add/ }));
    await waitFor(() => expect(server.calls).toContain(`PUT /api/v1/cart/items/${_id}`));
  } finally {
    window.matchMedia = ofScreen;
  }
});
