/**
 * The baseline of an order: Fastify and the driver, and one transaction that reads and writes what the product's does,
 * in its own collections with the same indexes and documents of the same size. It checks only the stock. `orders.js
 * <mongodb> <id of an order to copy>` prints its port.
 */
import Fastify from 'fastify';
import { type Document, MongoClient, ObjectId } from 'mongodb';
import * as z from 'zod';
import { toThousandths } from '#libs/contracts';

const [uri = '', orderId = ''] = process.argv.slice(2);
const client = await MongoClient.connect(uri);
const db = client.db();

/** A copy of one of the product's collections, with its indexes. */
async function twin(name: string, filled: boolean) {
  const own = `baseline_${name}`;
  await db.createCollection(own).catch(() => {}); // it exists already after an earlier scenario
  if (filled && (await db.collection(own).findOne({})) === null)
    for await (const row of db.collection(name).find({})) await db.collection(own).insertOne(row);
  for (const { key, name: index, unique } of await db.collection(name).indexes())
    if (index !== '_id_')
      await db
        .collection(own)
        .createIndex(key, { name: String(index), ...(unique && { unique: true }) });
  return db.collection(own);
}
const [products, farms, orders, ledger, outbox] = await Promise.all([
  twin('products', true),
  twin('farms', true),
  twin('orders', false),
  twin('stockLedger', false),
  twin('outbox', false),
]);
const keys = db.collection<{ _id: string } & Document>('baseline_idempotencyKeys');
const carts = db.collection<{ _id: string } & Document>('baseline_carts');
await outbox.createIndex({ publishedAt: 1, _id: 1 });

const _id = new ObjectId(orderId);
const sample = {
  order: await db.collection('orders').findOne({ _id }),
  entries: await db.collection('stockLedger').find({ orderId: _id }).toArray(),
  events: await outboxOf(orderId),
};
if (!sample.order || sample.entries.length === 0 || sample.events.length === 0)
  throw new Error('there is no such order to copy');

/** The outbox events written with an order. */
async function outboxOf(aggregateId: string): Promise<Document[]> {
  const all = db.collection('outbox');
  const placed = await all.findOne({ name: 'order.placed', aggregateId });
  return all.find({ correlationId: placed?.correlationId }).toArray();
}

const bodySchema = z.object({
  items: z.array(z.object({ productId: z.string(), quantity: z.number() })),
});

const app = Fastify();
app.post('/order', async (request, reply) => {
  const { items } = bodySchema.parse(request.body);
  const key = String(request.headers['idempotency-key']);
  const ids = items.map(({ productId }) => new ObjectId(productId));
  const id = new ObjectId();
  await client.withSession((session) =>
    session.withTransaction(
      async () => {
        if (await keys.findOne({ _id: key }, { session })) return;
        const found = await products.find({ _id: { $in: ids } }, { session }).toArray();
        await products.bulkWrite(
          items
            .map(({ quantity }) => toThousandths(quantity))
            .map((amount, at) => ({
              updateOne: {
                filter: {
                  _id: ids[at] as ObjectId,
                  available: { $gte: amount },
                  held: { $gte: 0 },
                },
                update: {
                  $inc: { onHand: -amount, available: -amount, sold: amount, version: 1 },
                },
              },
            })),
          { session },
        );
        const entries = ids.map((productId) => ({
          ...sample.entries[0],
          _id: new ObjectId(),
          productId,
          orderId: id,
        }));
        await ledger.insertMany(entries, { session });
        await carts.findOne({ _id: key }, { session });
        const owners = found.map(({ farm }) =>
          z.object({ _id: z.instanceof(ObjectId) }).parse(farm),
        );
        await farms.find({ _id: { $in: owners.map((owner) => owner._id) } }, { session }).toArray();
        const code = `FG-${id.toHexString().slice(-8)}`;
        await orders.insertOne({ ...sample.order, _id: id, code }, { session });
        await keys.insertOne({ _id: key, resultId: id, at: new Date() }, { session });
        const events = sample.events.map((event) => ({
          ...event,
          _id: new ObjectId(),
          publishedAt: null,
        }));
        await outbox.insertMany(events, { session });
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
    ),
  );
  return reply.status(201).send({ ...sample.order, _id: id });
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);
