/** Order steps and farmers' actions in the baseline of acts. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Document, type MongoClient, ObjectId, type WithId } from 'mongodb';
import * as z from 'zod';
import { toThousandths } from '#libs/contracts';
import { inTransaction, moveStock } from './acting-stock.js';

type Caller = (request: FastifyRequest) => Promise<WithId<Document>>;
interface Part extends Document {
  readonly _id: ObjectId;
  readonly version: number;
  readonly timeline: readonly Document[];
  readonly lines: readonly { readonly productId: ObjectId; readonly amount: number }[];
}

const stepSchema = z.object({ status: z.string(), version: z.number() });
const editSchema = z.object({ version: z.number(), description: z.string() });
const harvestSchema = z.object({ version: z.number(), change: z.number() });

export function farmActs(app: FastifyInstance, client: MongoClient, caller: Caller): void {
  const db = client.db();
  const products = db.collection<Document & { onHand: number; version: number }>('products');
  const orders = db.collection('orders');

  app.patch<{ Params: { id: string; partId: string } }>(
    '/api/v1/orders/:id/parts/:partId',
    async (request) => {
      const user = await caller(request);
      const { status, version } = stepSchema.parse(request.body);
      const { id, partId } = request.params;
      const own =
        user.role === 'farmer' ? { 'parts.farmId': user.farmId } : { 'customer._id': user._id };
      const by = { userId: user._id, role: user.role, name: `${user.firstName} ${user.lastName}` };
      const step = { status, at: new Date(), by, reason: null, goods: null };
      const isCancelled = status === 'cancelled';
      const after = (order: Document) => {
        const parts = (order.parts as Part[]).map((part) =>
          part._id.toString() === partId && part.version === version
            ? { ...part, status, version: version + 1, timeline: [...part.timeline, step] }
            : part,
        );
        return { ...order, parts, version: order.version + 1 };
      };
      const write = (changed: Document) => ({
        filter: { _id: changed._id, version: changed.version - 1 },
        update: { $set: { parts: changed.parts, version: changed.version } },
      });
      const _id = new ObjectId(id);
      if (!isCancelled) {
        const order = await orders.findOne({ ...own, _id });
        if (!order) throw new Error('there is no such order');
        const changed = after(order);
        const { filter, update } = write(changed);
        await orders.updateOne(filter, update);
        return changed;
      }
      return inTransaction(client, async (session) => {
        const order = await orders.findOne({ ...own, _id }, { session });
        if (!order) throw new Error('there is no such order');
        const changed = after(order);
        const { filter, update } = write(changed);
        await orders.updateOne(filter, update, { session });
        const [part] = order.parts as Part[];
        const lines = part?.lines ?? [];
        const ids = lines.map(({ productId }) => productId);
        await products.find({ _id: { $in: ids } }, { session }).toArray();
        await moveStock(
          client,
          session,
          lines.map(({ productId, amount }) => ({
            ...{ productId, reason: 'return', orderId: _id },
            ...{ onHand: amount, held: 0, sold: -amount },
          })),
        );
        return changed;
      });
    },
  );

  app.patch<{ Params: { id: string } }>('/api/v1/products/:id', async (request) => {
    const { farmId } = await caller(request);
    const { version, description } = editSchema.parse(request.body);
    const _id = new ObjectId(request.params.id);
    const product = await products.findOne({ _id, 'farm._id': farmId, version });
    if (!product) throw new Error('there is no such product');
    const after = { description, version: version + 1, detailsVersion: version + 1 };
    await products.updateOne({ _id, version }, { $set: after });
    return { ...product, ...after };
  });

  app.post<{ Params: { id: string } }>('/api/v1/products/:id/stock', async (request) => {
    const { farmId } = await caller(request);
    const { version, change } = harvestSchema.parse(request.body);
    const _id = new ObjectId(request.params.id);
    return inTransaction(client, async (session) => {
      const product = await products.findOne({ _id, 'farm._id': farmId, version }, { session });
      if (!product) throw new Error('there is no such product');
      const amount = toThousandths(change);
      const move = { productId: _id, reason: 'harvest', onHand: amount, held: 0, sold: 0 };
      await moveStock(client, session, [move]);
      return { ...product, onHand: product.onHand + amount, version: version + 1 };
    });
  });
}
