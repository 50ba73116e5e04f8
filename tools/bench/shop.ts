import { type Db, type Document, MongoClient, ObjectId } from 'mongodb';
import * as z from 'zod';
import { orderTerms } from '../../libs/orders/src/order-search.js';
import type { Stage } from './stage.js';

export interface Size {
  readonly products: number;
  readonly orders: number;
}

/** A filled scratch database, with the customer and the farm that the scenarios read. */
export interface Shop {
  readonly size: Size;
  readonly customer: Owner;
  readonly farm: Owner;
}
interface Owner {
  readonly _id: ObjectId;
  /** Number of their orders. */
  readonly orders: number;
}

/** Orders written by the seed; all others are copies. */
const SEEDED = 500;
const PRODUCTS_A_FARM = 100;
const FEW = 10;
const MANY = 50_000;
/** Orders that still wait for their farm. */
const OPEN = 200;
const DAYS_MS = 90 * 86_400_000;
const BATCH = 1_000;
const AT_ONCE = 2;

/**
 * Fills a stage. Most orders are lean copies of a single one-line order, without ledger and receipts, because the seed
 * would take too long for a million. One customer has ten orders; one farm has fifty thousand, or half of all.
 */
export async function fill(stage: Stage, { products, orders }: Size): Promise<Shop> {
  const seeded = Math.min(orders, SEEDED);
  const users = Math.ceil(products / PRODUCTS_A_FARM) + Math.max(100, Math.ceil(orders / 100));
  const size = { '--products': products, '--orders': seeded, '--users': users };
  await stage.command('seed', ...Object.entries(size).flatMap(([key, n]) => [key, String(n)]));
  const client = await MongoClient.connect(stage.mongoUrl);
  try {
    return { size: { products, orders }, ...(await addOrders(client.db(), orders - seeded)) };
  } finally {
    await client.close();
  }
}

const sellerSchema = z.object({ _id: z.instanceof(ObjectId), name: z.string(), slug: z.string() });
const buyerSchema = z
  .object({ _id: z.instanceof(ObjectId), firstName: z.string(), lastName: z.string() })
  .transform(({ _id, firstName, lastName }) => ({ _id, name: `${firstName} ${lastName}` }));

async function addOrders(db: Db, count: number): Promise<Pick<Shop, 'customer' | 'farm'>> {
  const collection = db.collection('orders');
  const model = await collection.findOne({ 'parts.1': { $exists: false } });
  const farms = z.array(sellerSchema).parse(await db.collection('farms').find().toArray());
  const customers = z
    .array(buyerSchema)
    .parse(await db.collection('users').find({ role: 'customer' }).sort({ _id: 1 }).toArray());
  const [farm] = farms;
  const quiet = customers.at(-1);
  if (!model || !farm || !quiet) throw new Error('the seed has made nothing');
  const many = Math.min(MANY, Math.floor(count / 2));
  // The seed orders mostly for its first customers; the last one gets exactly the orders written here.
  await collection.deleteMany({ 'customer._id': quiet._id });
  const now = Date.now();
  // Written in order of time, as in a real shop; the multiplier makes buyers and sellers independent of that order.
  const rows = (n: number): Document => {
    const who = (n * 7_919) % count;
    const seller = who < many ? farm : farms[who % farms.length];
    const buyer = who < FEW ? quiet : customers[who % (customers.length - 1)];
    const createdAt = new Date(now - ((count - n) / count) * DAYS_MS);
    const open = n >= count - OPEN;
    return copyOf(model, n, seller ?? farm, buyer ?? quiet, { createdAt, open });
  };
  const batches = Array.from({ length: Math.ceil(count / BATCH) }, (_, n) => n * BATCH).values();
  const write = async () => {
    for (const from of batches) {
      const length = Math.min(BATCH, count - from);
      const batch = Array.from({ length }, (_, n) => rows(from + n));
      await collection.insertMany(batch, { ordered: false });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  await db
    .collection<{ _id: string }>('projections')
    .updateOne(
      { _id: 'orders' },
      { $inc: { 'figures.total': count, 'figures.revenue': count * 1_000 } },
    );
  const own = async (filter: Document) => collection.countDocuments(filter);
  return {
    customer: { _id: quiet._id, orders: await own({ 'customer._id': quiet._id }) },
    farm: { _id: farm._id, orders: await own({ 'parts.farmId': farm._id }) },
  };
}

function copyOf(
  model: Document,
  n: number,
  farm: z.infer<typeof sellerSchema>,
  customer: z.infer<typeof buyerSchema>,
  { createdAt, open }: { createdAt: Date; open: boolean },
): Document {
  const code = `FG-B${n.toString(36).toUpperCase().padStart(7, '0')}`;
  const [part = {}] = model.parts as Document[];
  const lines = (part.lines as Document[]).slice(0, 1);
  return {
    ...model,
    _id: new ObjectId(),
    code,
    customer,
    status: open ? 'Processing' : 'Delivered',
    parts: [
      {
        ...part,
        _id: new ObjectId(),
        farmId: farm._id,
        farmName: farm.name,
        farmSlug: farm.slug,
        fulfilment: n % 2 === 0 ? 'pickup' : 'delivery',
        status: open ? 'placed' : 'delivered',
        lines,
      },
    ],
    search: orderTerms(code, customer.name),
    createdAt,
  };
}
