/** Cart, checkout and order in the baseline of acts. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type ClientSession,
  type Document,
  type MongoClient,
  ObjectId,
  type WithId,
} from 'mongodb';
import * as z from 'zod';
import { fromThousandths, lineTotal, toThousandths, type Unit } from '#libs/contracts';
import { inTransaction, type Move, moveStock } from './acting-stock.js';

type Caller = (request: FastifyRequest) => Promise<WithId<Document>>;
interface Numbered {
  Params: { id: string };
}
/** A line of a cart or a hold. */
interface Line {
  readonly productId: ObjectId;
  readonly amount: number;
}
interface Bought extends Document {
  readonly _id: ObjectId;
  readonly farm: { readonly _id: ObjectId; readonly name: string; readonly slug: string };
  readonly unit: Unit;
  readonly price: number;
}

const quantitySchema = z.object({ quantity: z.number() });
const checkoutSchema = z.object({ version: z.number() });
const orderSchema = z.object({
  items: z.array(z.object({ productId: z.string(), quantity: z.number() })),
  address: z.record(z.string(), z.string()),
  holdId: z.string().optional(),
});
const HOLD_MS = 15 * 60_000;

export function shopActs(app: FastifyInstance, client: MongoClient, caller: Caller): void {
  const db = client.db();
  const products = db.collection<Bought>('products');
  const carts = db.collection('carts');
  const holds = db.collection('holds');
  const keys = db.collection<{ _id: string } & Document>('idempotencyKeys');

  const productsOf = (lines: readonly Pick<Line, 'productId'>[], session?: ClientSession) =>
    products
      .find({ _id: { $in: lines.map(({ productId }) => productId) } }, session && { session })
      .toArray();
  async function shown(cart: Document | null) {
    if (!cart || cart.items.length === 0) return { items: [], version: cart?.version ?? 0 };
    const hold = await holds.findOne({ customerId: cart._id, status: 'open' });
    return { ...cart, products: await productsOf(cart.items as Line[]), hold };
  }
  /** Stores the idempotency key of a request in the transaction that does its work. */
  async function once<Result>(
    { headers }: FastifyRequest,
    work: (session: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    const _id = String(headers['idempotency-key']);
    if (await keys.findOne({ _id })) throw new Error('this is done already');
    return inTransaction(client, async (session) => {
      await keys.insertOne({ _id, resultId: new ObjectId(), at: new Date() }, { session });
      return work(session);
    });
  }

  app.get('/api/v1/cart', async (request) =>
    shown(await carts.findOne({ _id: (await caller(request))._id })),
  );

  app.put<Numbered>('/api/v1/cart/items/:id', async (request) => {
    const { _id } = await caller(request);
    const { quantity } = quantitySchema.parse(request.body);
    const productId = new ObjectId(request.params.id);
    const product = await products.findOne({ _id: productId });
    if (!product) throw new Error('there is no such product');
    const before = await carts.findOne({ _id });
    const rest = ((before?.items ?? []) as Line[]).filter(
      (line) => !line.productId.equals(productId),
    );
    const version: number = before?.version ?? 0;
    const amount = toThousandths(quantity);
    const items = [...rest, { productId, amount, seen: { price: product.price } }];
    const after = { items, version: version + 1 };
    await carts.updateOne(
      before ? { _id, version } : { _id },
      { $set: after },
      { upsert: !before },
    );
    return shown({ _id, ...after });
  });

  app.post('/api/v1/checkout/holds', async (request, reply) => {
    const { _id: customerId } = await caller(request);
    const { version } = checkoutSchema.parse(request.body);
    const hold = await once(request, async (session) => {
      const cart = await carts.findOne({ _id: customerId, version }, { session });
      const former = await holds.findOne({ customerId, status: 'open' }, { session });
      const items = (cart?.items ?? []) as Line[];
      const found = await productsOf(items, session);
      const _id = new ObjectId();
      const moves = (lines: readonly Line[], reason: string, sign: number): Move[] =>
        lines.map(({ productId, amount }) => ({
          ...{ productId, reason, onHand: 0, held: sign * amount, sold: 0, holdId: _id },
        }));
      const freed = moves((former?.lines ?? []) as Line[], 'release', -1);
      await moveStock(client, session, [...freed, ...moves(items, 'hold', 1)]);
      const closed = { status: 'replaced', closedAt: new Date() };
      if (former) await holds.updateOne({ _id: former._id }, { $set: closed }, { session });
      const lines = items.flatMap(({ productId, amount }) => {
        const product = found.find((one) => one._id.equals(productId));
        if (!product) return [];
        const { name, unit, price } = product;
        return [{ productId, name, unit, price, amount, quantity: fromThousandths(amount) }];
      });
      const expiresAt = new Date(Date.now() + HOLD_MS);
      const made = {
        _id,
        customerId,
        status: 'open',
        lines,
        expiresAt,
        closedAt: null,
        version: 1,
      };
      await holds.insertOne(made, { session });
      await carts.updateOne({ _id: customerId, version }, { $inc: { version: 1 } }, { session });
      return made;
    });
    return reply.status(201).send(hold);
  });

  app.post('/api/v1/orders', async (request, reply) => {
    const { _id: customerId, firstName, lastName } = await caller(request);
    const { items, address, holdId } = orderSchema.parse(request.body);
    const order = await once(request, async (session) => {
      const _id = new ObjectId();
      const used = holdId
        ? await holds.findOneAndUpdate(
            { _id: new ObjectId(holdId), customerId, status: 'open' },
            { $set: { status: 'used', closedAt: new Date() }, $inc: { version: 1 } },
            { session },
          )
        : null;
      const wanted = items.map(({ productId, quantity }) => ({
        productId: new ObjectId(productId),
        quantity,
      }));
      const found = await productsOf(wanted, session);
      const lines = wanted.flatMap(({ productId, quantity }) => {
        const product = found.find((one) => one._id.equals(productId));
        const amount = product && toThousandths(quantity);
        return product && amount ? [{ productId, amount, product }] : [];
      });
      const heldOf = (id: ObjectId) =>
        ((used?.lines ?? []) as Line[]).find(({ productId }) => productId.equals(id))?.amount ?? 0;
      await moveStock(
        client,
        session,
        lines.map(({ productId, amount }) => ({
          ...{ productId, reason: 'sale', orderId: _id, sold: amount, onHand: -amount },
          held: -Math.min(amount, heldOf(productId)),
        })),
      );
      const cart = await carts.findOne({ _id: customerId }, { session });
      const rest = ((cart?.items ?? []) as Line[]).filter(
        (line) => !lines.some(({ productId }) => productId.equals(line.productId)),
      );
      if (cart && rest.length < cart.items.length)
        await carts.updateOne(
          { _id: customerId, version: cart.version },
          { $set: { items: rest, version: cart.version + 1 } },
          { session },
        );
      const farmIds = [...new Set(lines.map(({ product }) => product.farm._id.toString()))];
      const farms = await db
        .collection('farms')
        .find({ _id: { $in: farmIds.map((id) => new ObjectId(id)) } }, { session })
        .toArray();
      const placed = newOrder(_id, lines, farms, {
        customer: { _id: customerId, name: `${firstName} ${lastName}` },
        address,
      });
      await db.collection('orders').insertOne(placed, { session });
      return placed;
    });
    return reply.status(201).send(order);
  });
}

function newOrder(
  _id: ObjectId,
  lines: readonly { productId: ObjectId; amount: number; product: Bought }[],
  farms: readonly WithId<Document>[],
  given: Document,
): Document {
  const createdAt = new Date();
  const parts = farms.map((farm) => {
    const own = lines
      .filter(({ product }) => product.farm._id.equals(farm._id))
      .map(({ productId, amount, product: { name, unit, price } }) => ({
        ...{ productId, name, image: '/produce/basket.svg', unit, amount, price, note: null },
        total: lineTotal(price, amount),
      }));
    const subtotal = own.reduce((sum, { total }) => sum + total, 0);
    const by = { userId: given.customer._id, role: 'customer', name: given.customer.name };
    return {
      _id: new ObjectId(),
      ...{ farmId: farm._id, farmName: farm.name, farmSlug: farm.slug, fulfilment: 'delivery' },
      ...{ pickupPlace: null, status: 'placed', subtotal, note: null, lines: own, version: 1 },
      payment: { status: 'due', amount: subtotal },
      timeline: [{ status: 'placed', at: createdAt, by, reason: null, goods: null }],
    };
  });
  const amount = parts.reduce((sum, { subtotal }) => sum + subtotal, 0);
  return {
    _id,
    code: `FG-${_id.toHexString()}`,
    ...given,
    ...{ notes: null, deliveryFee: 0, status: 'Processing', parts, version: 1, createdAt },
    payment: { method: 'pay_on_handover', status: 'due', amount, paid: 0 },
    search: [_id.toHexString(), 'bea'],
  };
}
