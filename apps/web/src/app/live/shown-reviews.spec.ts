import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { DomainEvent, OwnReviewDto, ReviewDto, ReviewsPage } from '#libs/contracts';
import { makeReview } from '../../testing/fake-reviews';
import { makeFarms, makeProducts } from '../../testing/fixtures';
import { LivePage } from '../../testing/live-page';

const [farm] = makeFarms();
const [product] = makeProducts(makeFarms());
if (!farm || !product) throw new Error('fixtures');

let events = 0;
function event(name: string, version: number, payload: unknown): DomainEvent {
  events += 1;
  const id = `${events}`.padStart(24, '0');
  const at = '2026-11-20T10:00:00.000Z';
  const rest = { occurredAt: at, aggregateId: id, correlationId: 'c', actorId: null };
  return { id, name, version, payload, ...rest } as unknown as DomainEvent;
}
const reviewEvent = (name: string, review: ReviewDto) =>
  event(name, review.version, { review, public: true });

const list = ['reviews', 'list', { product: product._id }];
const twos = ['reviews', 'list', { product: product._id, stars: 2 }];

/** The query cache of a product page with one review of five stars. */
function opened() {
  const client = new QueryClient();
  const known = makeReview(product as NonNullable<typeof product>, 1);
  const page = (reviews: OwnReviewDto[]): ReviewsPage => ({
    reviews,
    nextCursor: null,
    total: reviews.length,
    rating: { mean: 5, count: 1, spread: [0, 0, 0, 0, 1] },
  });
  client.setQueryData(list, { pages: [page([known])], pageParams: [undefined] });
  client.setQueryData(twos, { pages: [page([])], pageParams: [undefined] });
  const cache = new LivePage(client, { id: known.customerId, role: 'customer', farmId: null });
  const shown = (key = list) =>
    client.getQueryData<{ pages: ReviewsPage[] }>(key)?.pages[0] as ReviewsPage;
  return { client, known, cache, shown };
}

const second = makeReview(product, 2, { rating: 2 });

describe('reviews on screen', () => {
  it('inserts a new review once into the matching lists, and updates the rating', () => {
    const { cache, shown } = opened();
    const posted = reviewEvent('review.posted', second);
    cache.apply([posted]);
    cache.apply([posted, reviewEvent('review.changed', second)]);
    expect(shown().reviews.map((one) => one._id)).toEqual([second._id, expect.any(String)]);
    expect(shown()).toMatchObject({
      total: 2,
      rating: { mean: 3.5, count: 2, spread: [0, 1, 0, 0, 1] },
    });
    expect(shown(twos).reviews).toHaveLength(1);
  });

  it('updates the rating when a review changes, and ignores late events', () => {
    const { cache, shown, known } = opened();
    cache.apply([reviewEvent('review.changed', { ...known, rating: 3, version: 3 })]);
    cache.apply([reviewEvent('review.changed', { ...known, rating: 1, version: 2 })]);
    expect(shown().reviews).toMatchObject([{ rating: 3, version: 3 }]);
    expect(shown().rating).toEqual({ mean: 3, count: 1, spread: [0, 0, 1, 0, 0] });
  });

  it('removes a hidden review, and inserts its next version', () => {
    const { cache, shown, known } = opened();
    const gone = { reviewId: known._id, productId: known.productId, farmId: known.farmId };
    cache.apply([event('review.removed', 2, { ...gone, public: true })]);
    expect(shown()).toMatchObject({ reviews: [], total: 0, rating: { mean: null, count: 0 } });
    cache.apply([reviewEvent('review.changed', known)]);
    expect(shown().reviews).toEqual([]);
    cache.apply([reviewEvent('review.changed', { ...known, version: 3 })]);
    expect(shown()).toMatchObject({ total: 1, rating: { mean: 5, count: 1 } });
  });

  it('updates the own reviews and the lines without a review', () => {
    const { client, cache } = opened();
    const { orderId, productId, productName, productImage, farmName } = second;
    const line = { orderId, productId, productName, productImage, farmName };
    const receipt = { ...line, receivedAt: second.createdAt };
    const none = { reviews: [], nextCursor: null, total: 0, waiting: 1 };
    client.setQueryData(['reviews', 'mine', {}], none);
    client.setQueryData(['reviews', 'waiting'], {
      receipts: [receipt],
      nextCursor: null,
      total: 1,
    });
    cache.apply([event('own-review.changed', 1, { step: 'posted', review: second })]);
    expect(client.getQueryData(['reviews', 'mine', {}])).toMatchObject({ reviews: [second] });
    expect(client.getQueryData(['reviews', 'waiting'])).toMatchObject({ receipts: [], total: 0 });
    cache.apply([event('own-review.changed', 2, { step: 'deleted', review: second })]);
    expect(client.getQueryData(['reviews', 'mine', {}])).toMatchObject({ reviews: [] });
    expect(client.getQueryData(['reviews', 'waiting'])).toMatchObject({ receipts: [receipt] });
  });

  it('adds delivered lines to those without a review, once', () => {
    const { client, cache, known } = opened();
    const { orderId, productId, productName: name, productImage: image, farmName } = second;
    const line = { productId, name, image, quantity: 1 };
    client.setQueryData(['reviews', 'waiting'], { receipts: [], nextCursor: null, total: 0 });
    const moved = (status: string, version: number) =>
      event('order.part-changed', version, {
        orderId,
        customerId: known.customerId,
        farmId: farm._id,
        part: { _id: 'part', farmName, status, version, lines: [line] },
        order: { version },
      });
    cache.apply([moved('out_for_delivery', 2)]);
    expect(client.getQueryData(['reviews', 'waiting'])).toMatchObject({ total: 0 });
    cache.apply([moved('delivered', 3), moved('delivered', 3)]);
    expect(client.getQueryData(['reviews', 'waiting'])).toMatchObject({
      receipts: [{ orderId, productId, productName: name, farmName }],
      total: 1,
    });
    cache.apply([event('own-review.changed', 1, { step: 'posted', review: second })]);
    cache.apply([moved('delivered', 4)]);
    expect(client.getQueryData(['reviews', 'waiting'])).toMatchObject({ receipts: [], total: 0 });
  });

  it('updates the rating of a farm and of its reviews', () => {
    const { client, cache, known } = opened();
    const of = ['reviews', 'list', { farm: farm.slug }];
    const page = { reviews: [known], nextCursor: null, total: 1, rating: null };
    client.setQueryData(of, { pages: [page], pageParams: [undefined] });
    client.setQueryData(['farms', 'detail', farm.slug], farm);
    const rating = { mean: 4.67, count: 3, spread: [0, 0, 0, 1, 2] };
    cache.apply([event('farm.rating-changed', 3, { farmId: farm._id, rating })]);
    expect(client.getQueryData(['farms', 'detail', farm.slug])).toMatchObject({ rating });
    expect(client.getQueryData(of)).toMatchObject({ pages: [{ rating }] });
  });

  it('keeps the newest rating of a farm, whether from a response, an event or an edit', () => {
    const { client, cache } = opened();
    const key = ['farms', 'detail', farm.slug];
    const at = (ratingVersion: number, count: number) => ({
      rating: { mean: 4, count, spread: [0, 0, 0, count, 0] },
      ratingVersion,
    });
    const ratingEvent = (ratingVersion: number, count: number) =>
      event('farm.rating-changed', ratingVersion, {
        farmId: farm._id,
        rating: at(ratingVersion, count).rating,
      });
    client.setQueryData(key, { ...farm, ...at(4, 14) });
    cache.apply([ratingEvent(3, 13)]);
    expect(client.getQueryData(key)).toMatchObject(at(4, 14));
    cache.apply([ratingEvent(5, 15)]);
    expect(client.getQueryData(key)).toMatchObject(at(5, 15));
    const edited = { ...farm, ...at(4, 14), version: farm.version + 1, name: 'Old Mill' };
    cache.apply([event('farm.changed', edited.version, { farm: edited })]);
    expect(client.getQueryData(key)).toMatchObject({ name: 'Old Mill', ...at(5, 15) });
  });

  it('merges it into a response that was in flight', async () => {
    const { client, cache } = opened();
    let respond = (_: object): void => undefined;
    const queryKey = ['farms', 'detail', farm.slug];
    const queryFn = () => new Promise<object>((resolve) => (respond = resolve));
    const request = client.fetchQuery({ queryKey, queryFn });
    await Promise.resolve();
    const rating = { mean: 4.67, count: 3, spread: [0, 0, 0, 1, 2] };
    cache.apply([event('farm.rating-changed', 3, { farmId: farm._id, rating })]);
    respond(farm);
    await request;
    expect(client.getQueryData(queryKey)).toMatchObject({ rating });
  });
});
