/** Customers' favourites, inbox and reviews in the baseline of acts. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Document, type MongoClient, ObjectId, type WithId } from 'mongodb';
import * as z from 'zod';
import { inTransaction } from './acting-stock.js';

type Caller = (request: FastifyRequest) => Promise<WithId<Document>>;
interface Numbered {
  Params: { id: string };
}

const reviewSchema = z.object({
  orderId: z.string(),
  productId: z.string(),
  rating: z.number(),
  text: z.string(),
});

const INBOX_PAGE = 24;

export function ownActs(app: FastifyInstance, client: MongoClient, caller: Caller): void {
  const db = client.db();
  const products = db.collection('products');
  const farms = db.collection('farms');
  const receipts = db.collection('receipts');
  const books = db.collection('favourites');

  const mark = (adds: boolean) => async (request: FastifyRequest<Numbered>) => {
    const { _id } = await caller(request);
    const productId = new ObjectId(request.params.id);
    if (adds) await products.findOne({ _id: productId, listed: true });
    const book = await books.findOne({ _id });
    const rest = ((book?.products ?? []) as { _id: ObjectId }[]).filter(
      (one) => !one._id.equals(productId),
    );
    const marked = adds ? [{ _id: productId, at: new Date() }, ...rest] : rest;
    const after = { products: marked, farms: book?.farms ?? [], version: (book?.version ?? 0) + 1 };
    await books.updateOne({ _id }, { $set: after }, { upsert: true });
    return after;
  };
  app.put<Numbered>('/api/v1/favourites/products/:id', mark(true));
  app.delete<Numbered>('/api/v1/favourites/products/:id', mark(false));

  app.get('/api/v1/inbox', async (request) => {
    const { _id: userId } = await caller(request);
    const counts = await db.collection('inboxes').findOne({ _id: userId });
    const newest = db.collection('notifications').find({ userId }).sort({ _id: -1 });
    return { ...counts, notifications: await newest.limit(INBOX_PAGE + 1).toArray() };
  });

  app.post('/api/v1/reviews', async (request) => {
    const { _id: customerId } = await caller(request);
    const { orderId, productId, rating, text } = reviewSchema.parse(request.body);
    const line = { customerId, orderId: new ObjectId(orderId), productId: new ObjectId(productId) };
    return inTransaction(client, async (session) => {
      const receipt = await receipts.findOne(line, { session });
      if (!receipt) throw new Error('nothing has arrived');
      const { _id: receiptId, reviewId: _, ...copied } = receipt;
      const review = { ...copied, _id: new ObjectId(), rating, text, hidden: false, version: 1 };
      const used = { $set: { reviewId: review._id } };
      await receipts.updateOne({ _id: receiptId }, used, { session });
      await db.collection('reviews').insertOne(review, { session });
      const product = await products.findOne({ _id: line.productId }, { session });
      const farm = await farms.findOne({ _id: receipt.farmId }, { session });
      const counted = (stars: readonly number[] = [0, 0, 0, 0, 0]) =>
        stars.map((count, at) => (at === rating - 1 ? count + 1 : count));
      const counts = { $set: { stars: counted(farm?.stars) } };
      await farms.updateOne({ _id: receipt.farmId }, counts, { session });
      const rated = { $set: { stars: counted(product?.stars) }, $inc: { version: 1 } };
      await products.updateOne({ _id: line.productId }, rated, { session });
      return review;
    });
  });
}
