import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DomainEvent, OwnReviewDto } from '#libs/contracts';
import { makeReview } from '../../testing/fake-reviews';
import { FakeServer } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

let server: FakeServer;
let events = 0;
beforeEach(() => {
  server = new FakeServer();
  connections.length = 0;
});

function emit(name: DomainEvent['name'], payload: object): void {
  events += 1;
  const head = { id: events.toString(16).padStart(24, '7'), name, aggregateId: 'x', version: 1 };
  const event = { ...head, occurredAt: new Date().toISOString(), correlationId: 'test' };
  const wire = JSON.parse(JSON.stringify({ ...event, actorId: null, payload })) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

/** Opens the page of a product with one review, which is in view. */
async function openProduct() {
  const [product] = server.products;
  if (product === undefined) throw new Error('the fake market sells nothing');
  const first = makeReview(product, 1);
  server.reviews.push(first);
  renderApp(`/products/${product._id}`, server);
  await screen.findByText(first.text);
  const newReview = (n: number, more: Partial<OwnReviewDto>) => makeReview(product, n, more);
  return { product, first, newReview };
}

test('new reviews are pending while the reviews are in view; the rating updates at once', async () => {
  const { newReview } = await openProduct();
  emit('review.posted', { review: newReview(2, { text: 'Crisp.', rating: 3 }), public: true });
  emit('review.posted', { review: newReview(3, { text: 'A bit dear.', rating: 3 }), public: true });
  const show = await screen.findByRole('button', { name: '2 new – show' });
  expect(screen.queryByText('Crisp.')).toBeNull();
  expect(screen.getByRole('button', { name: '3 stars: 2 reviews' })).toBeInTheDocument();
  await userEvent.click(show);
  const texts = screen.getAllByRole('article').map((one) => one.textContent);
  expect(texts[0]).toContain('A bit dear.');
  expect(texts[1]).toContain('Crisp.');
  expect(screen.queryByRole('button', { name: /new – show/ })).toBeNull();
});

test('a change of a shown review updates it in place', async () => {
  const { first } = await openProduct();
  const reply = { text: 'Thank you!', at: new Date().toISOString(), editedAt: null };
  emit('review.changed', { review: { ...first, reply, version: first.version + 1 }, public: true });
  await screen.findByText('Thank you!');
  expect(screen.queryByRole('button', { name: /new – show/ })).toBeNull();
});

test('the user’s own review is shown at once', async () => {
  server.signInAs('customer');
  const { product, newReview } = await openProduct();
  await waitFor(() => expect(server.calls).toContain('GET /api/v1/reviews/mine'));
  const own = newReview(2, { text: 'Mine.', customerId: server.user?._id ?? '' });
  const { orderId: _, customerId: __, editableUntil: ___, hiddenReason: ____, ...shown } = own;
  emit('own-review.changed', { step: 'posted', review: own });
  emit('review.posted', { review: { ...shown, productId: product._id }, public: true });
  await waitFor(() => expect(screen.getAllByText('Mine.')).toHaveLength(2));
});
