import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  farmReviewsPageSchema,
  inboxPageSchema,
  type OrderDto,
  type OwnReviewDto,
  orderDtoSchema,
  ownReviewDtoSchema,
  ownReviewsPageSchema,
  receiptsPageSchema,
  reviewsPageSchema,
  summaryOf,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  type HttpClient,
  Marketplace,
  SocketClient,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import type { Receipt } from './receipt.model.js';
import type { Review } from './review.model.js';

let market: Marketplace;
let admin: TestPerson;
let farm: TestFarm;
let product: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
  product = await market.product(farm);
});

/** Moves the farm's part to `delivered`, step by step. */
async function deliver(order: OrderDto, { farmer, id }: TestFarm = farm): Promise<void> {
  for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered']) {
    const { body } = await farmer.client.get(`/orders/${order._id}`);
    const part = orderDtoSchema.parse(body).parts.find(({ farmId }) => farmId === id);
    const answer = await farmer.client.patch(`/orders/${order._id}/parts/${part?._id}`, {
      status,
      version: part?.version,
    });
    expect([status, answer.status]).toEqual([status, 200]);
  }
  await market.settled();
}
type Ordered = Pick<OrderDto, '_id'>;
/** Inserts a receipt directly; one test covers the way through an order. */
async function receive({ user }: TestPerson): Promise<Ordered> {
  const orderId = new Types.ObjectId();
  await market.collection<Receipt>('receipts').insertOne({
    _id: new Types.ObjectId(),
    customerId: new Types.ObjectId(user._id),
    orderId,
    productId: product._id,
    productName: product.name,
    productImage: '/produce/carrot.svg',
    farmId: product.farm._id,
    farmName: product.farm.name,
    farmSlug: product.farm.slug,
    receivedAt: new Date(),
    reviewId: null,
  });
  return { _id: orderId.toString() };
}
/** A customer who has received the product. */
async function buyer(): Promise<{ customer: TestPerson; client: HttpClient; order: Ordered }> {
  const customer = await market.person('customer');
  return { customer, client: customer.client, order: await receive(customer) };
}
const words = (order: Ordered, more: object = {}) => ({
  orderId: order._id,
  productId: product._id.toString(),
  rating: 5,
  text: 'Sweet and crisp.',
  ...more,
});
async function posted(
  more: object = {},
): Promise<{ client: HttpClient; review: OwnReviewDto; order: Ordered }> {
  const { client, order } = await buyer();
  const answer = await client.post('/reviews', words(order, more));
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return { client, order, review: ownReviewDtoSchema.parse(answer.body) };
}
const ofProduct = async (query = '') =>
  reviewsPageSchema.parse(
    (await market.visitor.get(`/products/${product._id}/reviews${query}`)).body,
  );
const ofFarm = async (query = '') =>
  reviewsPageSchema.parse((await market.visitor.get(`/farms/${farm.slug}/reviews${query}`)).body);
const hide = (review: OwnReviewDto, more: object = {}) =>
  admin.client.patch(`/reviews/${review._id}/moderation`, {
    version: review.version,
    hidden: true,
    reason: 'Not about the carrots',
    ...more,
  });

describe('a review', () => {
  it('is for those who have received the product, and for nobody else', async () => {
    const customer = await market.person('customer');
    const order = await market.order(customer, [[product, 1]]);
    await market.settled();
    expect((await customer.client.post('/reviews', words(order))).code).toBe('REVIEW_NOT_ALLOWED');
    await deliver(order);
    const stranger = await market.person('customer');
    expect((await stranger.client.post('/reviews', words(order))).code).toBe('REVIEW_NOT_ALLOWED');
    const other = await market.product(farm);
    const wrong = words(order, { productId: other._id.toString() });
    expect((await customer.client.post('/reviews', wrong)).code).toBe('REVIEW_NOT_ALLOWED');
    expect((await customer.client.post('/reviews', words(order))).status).toBe(200);
    for (const { client } of [farm.farmer, admin])
      expect((await client.post('/reviews', words(order))).code).toBe('FORBIDDEN');
  });

  it('is read by everybody, without who wrote it and on which order', async () => {
    const { review } = await posted({ rating: 4, title: ' Good ', text: ' Sweet ' });
    const { reviews, rating } = await ofProduct();
    const { orderId: _, customerId: __, editableUntil: ___, hiddenReason: ____, ...shown } = review;
    expect(reviews).toEqual([shown]);
    expect(shown).toMatchObject({
      title: 'Good',
      text: 'Sweet',
      rating: 4,
      productName: 'Carrots',
    });
    expect(rating).toEqual({ mean: 4, count: 1, spread: [0, 0, 0, 1, 0] });
    const card = await market.visitor.get(`/products/${product._id}`);
    expect(card.body).toMatchObject({ rating: 4, reviewCount: 1 });
  });

  it('is one per line of an order, however often and however close together it is sent', async () => {
    const { client, order } = await buyer();
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/reviews', words(order))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const other = await client.post('/reviews', words(order, { rating: 1 }));
    expect(other.code).toBe('REVIEW_EXISTS');
    expect((await ofProduct()).rating).toMatchObject({ mean: 5, count: 1 });
  });

  it('can be written again for another order of the same product', async () => {
    const { client, customer, order } = await buyer();
    await client.post('/reviews', words(order));
    const again = await receive(customer);
    expect((await client.post('/reviews', words(again, { rating: 2 }))).status).toBe(200);
    expect((await ofProduct()).rating).toMatchObject({ mean: 3.5, count: 2 });
  });

  it.each([
    ['no stars', { rating: 0 }],
    ['six stars', { rating: 6 }],
    ['half a star', { rating: 4.5 }],
    ['no words', { text: ' ' }],
    ['words without end', { text: 'x'.repeat(2_001) }],
    ['a title without end', { title: 'x'.repeat(121) }],
    ['an unknown key', { author: 'The Queen' }],
    ['an id that is none', { orderId: 'x' }],
  ])('with %s is refused', async (_, more) => {
    const { client } = await market.person('customer');
    const body = words({ _id: 'f'.repeat(24) }, more);
    expect((await client.post('/reviews', body)).code).toBe('VALIDATION_FAILED');
  });

  it('is changed by its writer, as they last saw it, for thirty days', async () => {
    const { client, review } = await posted({ title: 'Good' });
    const path = `/reviews/${review._id}`;
    const edited = await client.patch(path, { version: 1, rating: 2 });
    expect(edited.body).toMatchObject({ rating: 2, title: 'Good', text: review.text, version: 2 });
    expect((await ofProduct()).rating).toMatchObject({ mean: 2, count: 1 });
    expect((await client.patch(path, { version: 1, rating: 3 })).code).toBe('VERSION_CONFLICT');
    const long = new Date(Date.now() - 31 * 86_400_000);
    const { _id } = await stored(review);
    await market.collection<Review>('reviews').updateOne({ _id }, { $set: { createdAt: long } });
    expect((await client.patch(path, { version: 2, rating: 3 })).code).toBe('REVIEW_EDIT_ENDED');
  });

  it('is taken back by its writer, who may then write another one', async () => {
    const { client, review, order } = await posted();
    expect((await client.delete(`/reviews/${review._id}`)).body).toEqual({ _id: review._id });
    expect(await ofProduct()).toMatchObject({ reviews: [], rating: { mean: null, count: 0 } });
    expect((await client.delete(`/reviews/${review._id}`)).code).toBe('REVIEW_NOT_FOUND');
    expect((await client.post('/reviews', words(order, { rating: 3 }))).status).toBe(200);
    expect((await ofProduct()).rating).toMatchObject({ mean: 3, count: 1 });
  });

  it('of somebody else is not found by those who would change it', async () => {
    const { review } = await posted();
    const { client } = await buyer();
    const stranger = (await market.farm()).farmer.client;
    const path = `/reviews/${review._id}`;
    expect((await client.patch(path, { version: 1, rating: 1 })).code).toBe('REVIEW_NOT_FOUND');
    expect((await client.delete(path)).code).toBe('REVIEW_NOT_FOUND');
    const reply = await stranger.put(`${path}/reply`, { version: 1, text: 'Thanks' });
    expect(reply.code).toBe('REVIEW_NOT_FOUND');
    const nobody = await admin.client.patch(`/reviews/${'f'.repeat(24)}/moderation`, {
      version: 1,
      hidden: true,
      reason: 'x',
    });
    expect(nobody.code).toBe('REVIEW_NOT_FOUND');
    expect((await ofProduct()).reviews).toMatchObject([{ version: 1, reply: null }]);
  });
});

const stored = async ({ _id }: { _id: string }): Promise<Review> => {
  const all = await market.collection<Review>('reviews').find({}).toArray();
  const found = all.find((review) => review._id.toString() === _id);
  if (!found) throw new Error('there is no such review');
  return found;
};

describe('what has arrived', () => {
  it('waits for a review until there is one', async () => {
    const second = await market.product(farm, { name: 'Beets' });
    const customer = await market.person('customer');
    const order = await market.order(customer, [
      [product, 1],
      [second, 2],
    ]);
    const waiting = async (query = '') =>
      receiptsPageSchema.parse((await customer.client.get(`/reviews/mine/waiting${query}`)).body);
    expect(await waiting()).toEqual({ receipts: [], nextCursor: null, total: 0 });
    await deliver(order);
    expect((await waiting()).receipts.map(({ productName }) => productName).sort()).toEqual([
      'Beets',
      'Carrots',
    ]);
    const { nextCursor, receipts } = await waiting('?limit=1');
    const rest = await waiting(`?limit=1&cursor=${nextCursor}`);
    expect([...receipts, ...rest.receipts]).toHaveLength(2);
    expect(rest.nextCursor).toBeNull();
    await customer.client.post('/reviews', words(order));
    expect(await waiting(`?order=${order._id}`)).toMatchObject({
      receipts: [{ productName: 'Beets' }],
      total: 1,
    });
    const mine = await customer.client.get(`/reviews/mine?order=${order._id}`);
    expect(ownReviewsPageSchema.parse(mine.body)).toMatchObject({
      reviews: [{ orderId: order._id }],
      total: 1,
      waiting: 1,
    });
    const { client } = await market.person('customer');
    expect((await client.get(`/reviews/mine/waiting?order=${order._id}`)).body).toMatchObject({
      total: 0,
    });
    expect((await client.get(`/reviews/mine?order=${order._id}`)).body).toMatchObject({ total: 0 });
  });
});

describe('a reply', () => {
  it('is one, by the farm, with other words when the farm changes it', async () => {
    const { client, review } = await posted();
    const path = `/reviews/${review._id}/reply`;
    const farmer = farm.farmer.client;
    const mine = async (query = '') =>
      farmReviewsPageSchema.parse((await farmer.get(`/farms/mine/reviews${query}`)).body);
    expect(await mine('?answered=false')).toMatchObject({ total: 1, unanswered: 1 });
    const replied = await farmer.put(path, { version: 1, text: ' Thank you ' });
    expect(replied.body).toMatchObject({
      reply: { text: 'Thank you', editedAt: null },
      version: 2,
    });
    expect(await mine('?answered=false')).toMatchObject({ reviews: [], total: 0, unanswered: 0 });
    expect(await mine('?answered=true')).toMatchObject({ total: 1 });
    expect((await farmer.put(path, { version: 1, text: 'x' })).code).toBe('VERSION_CONFLICT');
    const edited = await farmer.put(path, { version: 2, text: 'Thanks' });
    expect(edited.body).toMatchObject({ reply: { text: 'Thanks', editedAt: expect.any(String) } });
    expect((await ofProduct()).reviews).toMatchObject([{ reply: { text: 'Thanks' } }]);
    expect((await client.put(path, { version: 3, text: 'x' })).code).toBe('FORBIDDEN');
  });

  it('notifies the writer once, and the review notifies the farmer', async () => {
    const { client, review } = await posted({ rating: 1 });
    for (const text of ['Sorry', 'So sorry'])
      await farm.farmer.client.put(`/reviews/${review._id}/reply`, {
        version: text === 'Sorry' ? 1 : 2,
        text,
      });
    await market.settled();
    const kinds = async (who: HttpClient) =>
      inboxPageSchema
        .parse((await who.get('/inbox')).body)
        .notifications.filter(({ kind }) => kind.startsWith('review.'))
        .map(({ kind, title }) => [kind, title]);
    expect(await kinds(client)).toEqual([
      ['review.replied', `Farm ${farm.slug} replied to your review of Carrots`],
    ]);
    expect(await kinds(farm.farmer.client)).toEqual([
      ['review.received', `${review.author} gave Carrots 1 star`],
    ]);
  });
});

describe('an admin', () => {
  it('takes a review from view, so that it counts for nothing, and brings it back', async () => {
    const { client, review } = await posted({ rating: 1 });
    const hidden = await hide(review);
    expect(hidden.body).toMatchObject({ hiddenReason: 'Not about the carrots', version: 2 });
    expect(await ofProduct()).toMatchObject({ reviews: [], total: 0, rating: { count: 0 } });
    expect((await client.get('/reviews/mine')).body).toMatchObject({
      reviews: [{ hiddenReason: 'Not about the carrots' }],
    });
    const reply = { version: 2, text: 'Ha' };
    const late = await farm.farmer.client.put(`/reviews/${review._id}/reply`, reply);
    expect(late.code).toBe('REVIEW_NOT_FOUND');
    expect((await admin.client.get('/reviews?hidden=true&limit=1')).body).toMatchObject({
      reviews: [{ _id: review._id }],
    });
    const back = await hide(review, { version: 2, hidden: false, reason: 'It is after all' });
    expect(back.body).toMatchObject({ hiddenReason: null, version: 3 });
    expect((await ofProduct()).rating).toMatchObject({ mean: 1, count: 1 });
    const log = await admin.client.get(`/audit-log?targetType=review&target=${review._id}`);
    expect(log.body).toMatchObject({
      entries: [
        { action: 'review.restored', reason: 'It is after all' },
        { action: 'review.hidden', before: { hidden: false }, after: { hidden: true } },
      ],
    });
    await market.settled();
    const { notifications } = inboxPageSchema.parse((await client.get('/inbox')).body);
    expect(notifications.map(({ kind }) => kind)).toEqual(['review.hidden']);
    expect(notifications[0]?.text).toContain('Not about the carrots');
  });

  it('says why, and sees what they hide', async () => {
    const { review } = await posted();
    expect((await hide(review, { reason: ' ' })).code).toBe('VALIDATION_FAILED');
    expect((await hide(review, { version: 7 })).code).toBe('VERSION_CONFLICT');
    const asFarmer = await farm.farmer.client.patch(`/reviews/${review._id}/moderation`, {
      version: 1,
      hidden: true,
      reason: 'I do not like it',
    });
    expect(asFarmer.code).toBe('FORBIDDEN');
  });

  it('is not bypassed by deleting a hidden review and writing it again', async () => {
    const { client, review, order } = await posted();
    await hide(review);
    expect((await client.delete(`/reviews/${review._id}`)).status).toBe(200);
    expect((await client.post('/reviews', words(order))).code).toBe('REVIEW_EXISTS');
    expect((await ofProduct()).rating).toMatchObject({ count: 0 });
  });
});

describe('a rating', () => {
  it('of a farm is shown from three reviews on, with its spread', async () => {
    await posted({ rating: 5 });
    await posted({ rating: 4 });
    const page = async () => (await market.visitor.get(`/farms/${farm.slug}`)).body;
    expect(await page()).toMatchObject({ rating: null });
    expect((await ofFarm()).rating).toBeNull();
    const { review } = await posted({ rating: 5 });
    const rating = { mean: 4.67, count: 3, spread: [0, 0, 0, 1, 2] };
    expect(await page()).toMatchObject({ rating, version: 1 });
    expect(await ofFarm('?stars=4&limit=1')).toMatchObject({
      reviews: [{ rating: 4 }],
      total: 1,
      nextCursor: null,
      rating,
    });
    await hide(review);
    expect(await page()).toMatchObject({ rating: null });
  });

  it('is what a recount finds after everybody wrote, changed and deleted at once', async () => {
    const buyers = [];
    for (let n = 0; n < 6; n++) buyers.push(await buyer());
    await Promise.all(
      buyers.map(async ({ client, order }, n) => {
        const { body } = await client.post('/reviews', words(order, { rating: (n % 5) + 1 }));
        const { _id, version } = ownReviewDtoSchema.parse(body);
        if (n % 3 === 1) await client.patch(`/reviews/${_id}`, { version, rating: 5 - (n % 5) });
        if (n % 3 === 2) await client.delete(`/reviews/${_id}`);
      }),
    );
    const left = await market
      .collection<Review>('reviews')
      .find({ productId: product._id })
      .toArray();
    expect(left).toHaveLength(4);
    const recount = [1, 2, 3, 4, 5].map((n) => left.filter(({ rating }) => rating === n).length);
    expect((await ofProduct()).rating).toEqual(summaryOf(recount));
    expect((await ofFarm()).rating).toEqual(summaryOf(recount));
    const kept = await market.collection<Product>('products').findOne({ _id: product._id });
    expect(kept).toMatchObject({ stars: recount, reviewCount: 4, rating: summaryOf(recount).mean });
  });

  it('changes live: for shoppers, the farm and the writer, each as they may know it', async () => {
    const { client, order } = await buyer();
    const [shopper, farmer, writer] = await Promise.all(
      [market.visitor, farm.farmer.client, client].map((who) =>
        SocketClient.connect(market.url, who),
      ),
    );
    await shopper?.watch([product._id.toString()]);
    const { body } = await client.post('/reviews', words(order, { rating: 3 }));
    const review = ownReviewDtoSchema.parse(body);
    const rated = await shopper?.receives('product.rating-changed');
    expect(rated?.payload.change).toMatchObject({ rating: 3, reviewCount: 1 });
    expect((await shopper?.receives('review.posted'))?.payload.review).toMatchObject({ rating: 3 });
    expect((await farmer?.receives('review.posted'))?.payload.review._id).toBe(review._id);
    expect((await writer?.receives('own-review.changed'))?.payload).toMatchObject({
      step: 'posted',
      review,
    });
    expect((await shopper?.receives('farm.rating-changed'))?.payload.rating).toBeNull();
    await hide(review);
    expect((await shopper?.receives('review.removed'))?.payload.reviewId).toBe(review._id);
    expect(shopper?.ofName('own-review.changed')).toEqual([]);
    expect(JSON.stringify(shopper?.received)).not.toContain(review.customerId);
    expect(farmer?.ofName('own-review.changed')).toEqual([]);
    for (const socket of [shopper, farmer, writer]) socket?.close();
  });
});

describe('the lists', () => {
  it('go on where they ended', async () => {
    for (let n = 1; n <= 3; n++) await posted({ rating: n });
    const first = await ofProduct('?limit=2');
    expect(first.reviews.map(({ rating }) => rating)).toEqual([3, 2]);
    const second = await ofProduct(`?limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ reviews: [{ rating: 1 }], nextCursor: null, total: 3 });
    expect((await ofProduct('?stars=2')).reviews).toHaveLength(1);
  });

  it('feature the best of the newest, one per product, of what can be bought', async () => {
    await posted({ rating: 4, text: 'Good' });
    const { review } = await posted({ rating: 5, text: 'Best' });
    await posted({ rating: 2, text: 'Meh' });
    const featured = async () =>
      (
        (await market.visitor.get('/reviews/featured')).body as {
          reviews: { _id: string; productId: string }[];
        }
      ).reviews.filter(({ productId }) => productId === product._id.toString());
    expect(await featured()).toMatchObject([{ _id: review._id }]);
    await farm.farmer.client.patch(`/products/${product._id}`, {
      version: (await market.collection<Product>('products').findOne({ _id: product._id }))
        ?.version,
      status: 'paused',
    });
    expect(await featured()).toEqual([]);
  });

  it('have nothing of what shoppers do not see', async () => {
    const draft = await market.product(farm, { status: 'draft' });
    expect((await market.visitor.get(`/products/${draft._id}/reviews`)).code).toBe(
      'PRODUCT_NOT_FOUND',
    );
    expect((await market.visitor.get('/farms/nowhere/reviews')).code).toBe('FARM_NOT_FOUND');
    expect((await market.visitor.get(`/products/${product._id}/reviews?stars=9`)).code).toBe(
      'VALIDATION_FAILED',
    );
  });
});
