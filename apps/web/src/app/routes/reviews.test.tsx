import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ProductDto, placeOrderSchema } from '#libs/contracts';
import { makeReview } from '../../testing/fake-reviews';
import { FakeServer, problem } from '../../testing/fake-server';
import { makeUser } from '../../testing/fixtures';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

function market(): { server: FakeServer; tomatoes: ProductDto } {
  const server = new FakeServer();
  const [tomatoes] = server.products;
  if (tomatoes === undefined) throw new Error('the fake market sells nothing');
  return { server, tomatoes };
}

const receipt = (product: ProductDto, orderId: string) => ({
  orderId,
  productId: product._id,
  productName: product.name,
  productImage: product.image,
  farmName: product.farmer,
  receivedAt: '2026-11-12T10:00:00.000Z',
});

describe('reviews', () => {
  it('shows mean, distribution and replies, and filters by stars', async () => {
    const { server, tomatoes } = market();
    const reply = { text: 'See you next week!', at: '2026-11-11T09:00:00.000Z', editedAt: null };
    server.reviews.push(
      makeReview(tomatoes, 2, { reply }),
      makeReview(tomatoes, 1, { rating: 2, title: 'Soft', text: 'Two were bruised.' }),
    );
    renderApp(`/products/${tomatoes._id}`, server);
    await screen.findByText('Sweet, firm and gone in two days.');
    expect(screen.getByText('Reply of Hollow Creek Farm')).toBeInTheDocument();
    expect(screen.getByText('3.5')).toBeInTheDocument();
    const two = screen.getByRole('button', { name: '2 stars: 1 review' });
    // named by its own content: the accessible name begins with the visible text
    expect(two).not.toHaveAttribute('aria-label');
    await userEvent.click(two);
    await screen.findByText('Two were bruised.');
    expect(screen.queryByText('Sweet, firm and gone in two days.')).toBeNull();
    expect(two).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Show all reviews' }));
    await screen.findByText('Sweet, firm and gone in two days.');
  });

  it('shows the rest of the page when the reviews fail, and loads them on Retry', async () => {
    const { server, tomatoes } = market();
    server.reviews.push(makeReview(tomatoes, 1));
    let broken = true;
    const route = 'GET /api/v1/products/:id/reviews';
    const healthy = new FakeServer();
    healthy.reviews = server.reviews;
    server.on(route, (call) =>
      broken ? problem('FORBIDDEN', 403, { message: 'Not now' }) : healthy.handle(call),
    );
    renderApp(`/products/${tomatoes._id}`, server);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The reviews could not be loaded');
    expect(alert).toHaveTextContent('req-fake-1');
    expect(screen.getByRole('heading', { level: 1, name: tomatoes.name })).toBeInTheDocument();
    broken = false;
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await screen.findByText('Sweet, firm and gone in two days.');
  });

  it('lets a customer review a delivered product, change the review, and delete it', async () => {
    const { server, tomatoes } = market();
    server.signInAs('customer');
    server.receipts.push(receipt(tomatoes, `0${'0'.repeat(22)}5`));
    renderApp(`/products/${tomatoes._id}`, server);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Review Brandywine Tomatoes' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Post review' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Please choose how many stars.');
    await userEvent.click(dialog.getByRole('radio', { name: '4 stars' }));
    await userEvent.type(dialog.getByLabelText('Your review'), 'Worth the walk.');
    await userEvent.click(dialog.getByRole('button', { name: 'Post review' }));
    await screen.findByText('Thank you! Your review is there for everybody.');
    expect(screen.getAllByText('Worth the walk.')).toHaveLength(2);
    expect(screen.getByRole('button', { name: '4 stars: 1 review' })).toBeInTheDocument();

    await userEvent.click(
      screen.getByRole('button', { name: 'Edit your review of Brandywine Tomatoes' }),
    );
    const edit = within(await screen.findByRole('dialog'));
    expect(edit.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await userEvent.click(edit.getByRole('radio', { name: '5 stars' }));
    await userEvent.click(edit.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: '5 stars: 1 review' });
    expect(server.reviews).toMatchObject([{ rating: 5, text: 'Worth the walk.', version: 2 }]);

    await userEvent.click(
      screen.getByRole('button', { name: 'Delete your review of Brandywine Tomatoes' }),
    );
    const sure = within(await screen.findByRole('dialog'));
    await userEvent.click(sure.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('button', { name: 'Review Brandywine Tomatoes' });
    expect(screen.queryByText('Worth the walk.')).toBeNull();
    expect(server.reviews).toEqual([]);
  });

  it('offers a review beside each line of a delivered order', async () => {
    const { server, tomatoes } = market();
    server.signInAs('customer');
    const items = [{ productId: tomatoes._id, quantity: 1 }];
    const body = {
      items,
      address,
    };
    const order = makeOrder(server, placeOrderSchema.parse(body));
    for (const part of order.parts) part.status = 'delivered';
    server.orders.push(order);
    server.receipts.push(receipt(tomatoes, order._id));
    renderApp(`/orders/${order._id}`, server);
    await screen.findByRole('button', { name: 'Review Brandywine Tomatoes' });
  });

  it('offers no review without a purchase', async () => {
    const { server, tomatoes } = market();
    server.user = makeUser('customer');
    renderApp(`/products/${tomatoes._id}`, server);
    await screen.findByText('No reviews yet');
    expect(screen.queryByRole('button', { name: /^Review / })).toBeNull();
    expect(server.calls).not.toContain('GET /api/v1/reviews/mine');
  });
});

describe('a farm on holiday, and an unavailable product', () => {
  it('shows when the farm is back, in place of the buying controls', async () => {
    const { server, tomatoes } = market();
    tomatoes.holidayUntil = '2026-12-05T17:00:00.000Z';
    renderApp(`/products/${tomatoes._id}`, server);
    await screen.findByText('Hollow Creek Farm is on holiday.');
    expect(screen.getByRole('button', { name: /Back on December 5, 2026/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
  });

  it('shows alternatives to an unpublished product', async () => {
    const { server, tomatoes } = market();
    tomatoes.status = 'archived';
    renderApp(`/products/${tomatoes._id}`, server);
    await screen.findByText('No longer sold');
    await screen.findByRole('heading', { level: 2, name: 'You may like instead' });
    await screen.findByRole('link', { name: 'Rainbow Carrots' });
  });

  it('shows pickup, certification and rating on the storefront', async () => {
    const { server, tomatoes } = market();
    const [farm] = server.farms;
    if (farm === undefined) throw new Error('no farm');
    Object.assign(farm, {
      rating: { mean: 4.67, count: 3, spread: [0, 0, 0, 1, 2] },
      holiday: { until: '2026-12-05T17:00:00.000Z', message: 'We fix the barn.' },
      certificates: [
        { name: 'USDA Organic', issuer: 'Baystate', number: 'B-17', validUntil: '2027-03-01' },
      ],
      pickupDetails: {
        address: '10 Mill Road, Amherst',
        opening: 'Sat 9–12',
        location: { latitude: 42.37, longitude: -72.52 },
      },
    });
    server.reviews.push(makeReview(tomatoes, 1));
    renderApp(`/farmers/${farm.slug}`, server);
    await screen.findByRole('heading', { level: 1, name: farm.name });
    expect(screen.getByText('On holiday. Back on December 5, 2026.')).toBeInTheDocument();
    expect(screen.getByText('We fix the barn.')).toBeInTheDocument();
    expect(screen.getByText('Rated 4.7 of 5 in 3 reviews')).toBeInTheDocument();
    expect(screen.getByText('Baystate · No. B-17 · valid until March 1, 2027')).toBeInTheDocument();
    expect(screen.getByText('Sat 9–12')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Show on a map/ })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/?mlat=42.37&mlon=-72.52#map=16/42.37/-72.52',
    );
    await screen.findByText('Sweet, firm and gone in two days.');
  });
});

describe('/', () => {
  it('shows product rails, and sample testimonials only while there are no reviews', async () => {
    const { server, tomatoes } = market();
    renderApp('/', server);
    await screen.findByRole('heading', { level: 2, name: 'Picked in the last 24 h' });
    expect(await screen.findAllByText('Sample')).toHaveLength(3);
    expect(screen.getByRole('heading', { level: 2, name: 'In season' })).toBeInTheDocument();
    server.reviews.push(makeReview(tomatoes, 1));
    await act(async () => {});
    document.body.innerHTML = '';
    renderApp('/', server);
    await screen.findByText('Sweet, firm and gone in two days.');
    await waitFor(() => expect(screen.queryByText('Sample')).toBeNull());
  });
});
