import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type ClientSession, Schema, Types } from 'mongoose';
import { type EmbeddedMongo, startEmbeddedMongo } from './index.js';

/** The application's view: Mongoose with an ordinary connection string. */
let dir: string;
let server: EmbeddedMongo;
let connection: mongoose.Connection;

const userSchema = new Schema(
  {
    email: { type: String, unique: true, required: true },
    name: String,
    role: { type: String, default: 'buyer' },
    addresses: [{ city: String, zip: String }],
  },
  { timestamps: true },
);
const productSchema = new Schema(
  {
    sku: { type: String, unique: true },
    name: { type: String, index: true },
    description: String,
    price: Number,
    stock: Number,
    tags: { type: [String], index: true },
    category: String,
    seller: { type: Schema.Types.ObjectId, ref: 'User' },
    cost: Schema.Types.Decimal128,
  },
  { timestamps: true },
)
  .index({ category: 1, price: -1 })
  .index({ name: 'text', description: 'text' });
const orderSchema = new Schema(
  {
    buyer: { type: Schema.Types.ObjectId, ref: 'User' },
    items: [
      { product: { type: Schema.Types.ObjectId, ref: 'Product' }, qty: Number, price: Number },
    ],
    total: Number,
    status: String,
    externalRef: String,
  },
  { timestamps: true },
).index({ externalRef: 1 }, { unique: true, partialFilterExpression: { status: 'paid' } });
const sessionSchema = new Schema({ k: String, expiresAt: { type: Date, expires: 0 } });

function defineModels(on: mongoose.Connection) {
  return {
    User: on.model('User', userSchema),
    Product: on.model('Product', productSchema),
    Order: on.model('Order', orderSchema),
    Session: on.model('Session', sessionSchema),
  };
}
let models: ReturnType<typeof defineModels>;
let sellerId: Types.ObjectId;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  server = await startEmbeddedMongo({ dir, port: 0, durability: 'none' });
  connection = await mongoose.createConnection(server.uri, { dbName: 'shop' }).asPromise();
  models = defineModels(connection);
  await Promise.all(Object.values(models).map((model) => model.init()));
  const seller = await models.User.create({
    email: 'a@x.io',
    name: 'Ann',
    addresses: [
      { city: 'Rome', zip: '1' },
      { city: 'Oslo', zip: '2' },
    ],
  });
  sellerId = seller._id;
  await models.Product.insertMany(
    Array.from({ length: 30 }, (_, i) => ({
      sku: `S${i}`,
      name: `Chair number ${i}`,
      description: i % 3 ? 'wood' : 'steel frame',
      price: 10 + i,
      stock: 5,
      tags: [`t${i % 3}`, 'all'],
      category: i % 2 ? 'odd' : 'even',
      seller: sellerId,
      cost: Types.Decimal128.fromString('12.50'),
    })),
  );
});

afterAll(async () => {
  await connection.close();
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

const stockOf = async (sku: string) => (await models.Product.findOne({ sku }))?.stock;

describe('documents', () => {
  it('creates with timestamps and finds by id', async () => {
    const user = await models.User.findById(sellerId);
    expect(user?.email).toBe('a@x.io');
    expect(user?.createdAt).toBeInstanceOf(Date);
  });

  it('populates references and keeps Decimal128', async () => {
    const product = await models.Product.findOne({ sku: 'S3' }).populate<{
      seller: { email: string };
    }>('seller');
    expect(product?.seller.email).toBe('a@x.io');
    expect(product?.cost?.toString()).toBe('12.50');
  });

  it('sorts, skips, limits, projects, counts and lists distinct values', async () => {
    const { Product } = models;
    const rows = await Product.find({ category: 'odd', price: { $gte: 15, $lt: 30 } })
      .sort({ price: -1 })
      .skip(1)
      .limit(3)
      .select('sku price')
      .lean();
    expect(rows.map((row) => row.price)).toEqual([27, 25, 23]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['_id', 'sku', 'price']);
    expect(await Product.countDocuments({ tags: 't1' })).toBe(10);
    expect(await Product.estimatedDocumentCount()).toBe(30);
    expect(await Product.distinct('tags')).toEqual(['all', 't0', 't1', 't2']);
  });

  it('streams a cursor in batches', async () => {
    let count = 0;
    for await (const product of models.Product.find().batchSize(4).cursor()) if (product) count++;
    expect(count).toBe(30);
  });

  it('matches regular expressions and text', async () => {
    expect(await models.Product.find({ name: /number 1\d$/i })).toHaveLength(10);
    expect(await models.Product.find({ $text: { $search: 'steel' } })).toHaveLength(10);
  });

  it('saves a changed document with its arrays', async () => {
    const user = await models.User.create({ email: 'save@x.io', addresses: [{ city: 'Rome' }] });
    user.addresses.push({ city: 'Bern' });
    user.name = 'Anna';
    await user.save();
    expect((await models.User.findById(user._id))?.addresses).toHaveLength(2);
  });
});

describe('unique indexes', () => {
  it('report E11000 in the shape Mongoose reads', async () => {
    await expect(models.User.create({ email: 'a@x.io' })).rejects.toMatchObject({
      name: 'MongoServerError',
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@x.io' },
      message: expect.stringMatching(/index: email_1 dup key/),
    });
  });

  it('are checked by updates', async () => {
    await models.User.create({ email: 'b@x.io' });
    await expect(
      models.User.updateOne({ email: 'b@x.io' }, { email: 'a@x.io' }),
    ).rejects.toMatchObject({ code: 11000 });
    await expect(
      models.User.findOneAndUpdate({ email: 'b@x.io' }, { email: 'a@x.io' }),
    ).rejects.toMatchObject({ code: 11000, keyValue: { email: 'a@x.io' } });
  });

  it('with a partial filter only hold for the documents inside it', async () => {
    const { Order } = models;
    await Order.create([
      { externalRef: 'r1', status: 'new' },
      { externalRef: 'r1', status: 'new' },
    ]);
    await Order.create({ externalRef: 'r2', status: 'paid' });
    await expect(Order.create({ externalRef: 'r2', status: 'paid' })).rejects.toMatchObject({
      code: 11000,
    });
    await Order.deleteMany({});
  });
});

describe('updates', () => {
  it('guard a stock by the filter', async () => {
    const { Product } = models;
    const taken = await Product.findOneAndUpdate(
      { sku: 'S1', stock: { $gte: 5 } },
      { $inc: { stock: -5 } },
      { returnDocument: 'after' },
    );
    expect(taken?.stock).toBe(0);
    expect(
      await Product.findOneAndUpdate({ sku: 'S1', stock: { $gte: 1 } }, { $inc: { stock: -1 } }),
    ).toBeNull();
  });

  it('upsert with $setOnInsert', async () => {
    const result = await models.User.updateOne(
      { email: 'new@x.io' },
      { $set: { name: 'New' }, $setOnInsert: { role: 'admin' } },
      { upsert: true },
    );
    expect(result.upsertedId).toBeTruthy();
    const user = await models.User.findOne({ email: 'new@x.io' }).lean();
    expect(user).toMatchObject({ role: 'admin', createdAt: expect.any(Date) });
  });

  it('push, pull and set elements of arrays', async () => {
    const { Product, User } = models;
    await Product.updateOne({ sku: 'S2' }, { $push: { tags: { $each: ['z', 'y'], $slice: -3 } } });
    await Product.updateOne({ sku: 'S2' }, { $pull: { tags: 'z' } });
    expect((await Product.findOne({ sku: 'S2' }))?.tags).toEqual(['all', 'y']);
    await User.updateOne(
      { email: 'a@x.io' },
      { $set: { 'addresses.$[a].zip': '99' } },
      { arrayFilters: [{ 'a.city': 'Oslo' }] },
    );
    await User.updateOne(
      { email: 'a@x.io', 'addresses.city': 'Rome' },
      { $set: { 'addresses.$.zip': '77' } },
    );
    const user = await User.findOne({ email: 'a@x.io' });
    expect(user?.addresses.map((address) => address.zip)).toEqual(['77', '99']);
  });

  it('run as a bulk and stop at the first error', async () => {
    const { Product } = models;
    const result = await Product.bulkWrite([
      { insertOne: { document: { sku: 'B1', price: 1 } } },
      { updateOne: { filter: { sku: 'B1' }, update: { $inc: { price: 4 } } } },
      { updateMany: { filter: { category: 'odd' }, update: { $set: { flag: 1 } } } },
      { deleteOne: { filter: { sku: 'B1' } } },
      { replaceOne: { filter: { sku: 'S9' }, replacement: { sku: 'S9', price: 3 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, deletedCount: 1, matchedCount: 17 });
    await expect(
      Product.bulkWrite([
        { insertOne: { document: { sku: 'S1' } } },
        { insertOne: { document: { sku: 'NEVER' } } },
      ]),
    ).rejects.toMatchObject({ name: 'MongoBulkWriteError', code: 11000 });
    expect(await Product.countDocuments({ sku: 'NEVER' })).toBe(0);
  });

  it('with a pipeline compute from the document', async () => {
    await models.Product.updateOne({ sku: 'S8' }, [{ $set: { price: { $add: ['$price', 1] } } }], {
      updatePipeline: true,
    });
    expect((await models.Product.findOne({ sku: 'S8' }))?.price).toBe(19);
  });
});

describe('transactions', () => {
  it('commit together or not at all', async () => {
    const { Order, Product } = models;
    await connection.transaction(async (session) => {
      const product = await Product.findOne({ sku: 'S4' }).session(session).orFail();
      product.stock = (product.stock ?? 0) - 2;
      await product.save({ session });
      const items = [{ product: product._id, qty: 2, price: product.price }];
      await Order.create([{ buyer: sellerId, items, total: 28, status: 'paid' }], { session });
      expect(await Order.countDocuments({}).session(session)).toBe(1);
      expect(await Order.countDocuments({})).toBe(0);
    });
    expect([await stockOf('S4'), await Order.countDocuments({})]).toEqual([3, 1]);
    const failing = connection.transaction(async (session) => {
      await Product.updateOne({ sku: 'S4' }, { $inc: { stock: -3 } }, { session });
      throw new Error('boom');
    });
    await expect(failing).rejects.toThrow('boom');
    expect(await stockOf('S4')).toBe(3);
  });

  it('are aborted by a duplicate key', async () => {
    const { User } = models;
    const failing = connection.transaction(async (session) => {
      await User.create([{ email: 'tx@x.io' }], { session });
      await User.create([{ email: 'a@x.io' }], { session });
    });
    await expect(failing).rejects.toMatchObject({ code: 11000 });
    expect(await User.countDocuments({ email: 'tx@x.io' })).toBe(0);
  });

  it('that collide are repeated by the driver', async () => {
    const { Product } = models;
    let runs = 0;
    let arrived = 0;
    let open: (value?: unknown) => void = () => undefined;
    const both = new Promise((resolve) => {
      open = resolve;
    });
    const take = () =>
      connection.transaction(async (session) => {
        runs++;
        await Product.findOne({ sku: 'S5' }).session(session);
        if (++arrived === 2) open();
        await both;
        await Product.updateOne(
          { sku: 'S5', stock: { $gte: 2 } },
          { $inc: { stock: -2 } },
          { session },
        );
      });
    await Promise.all([take(), take()]);
    // at least three runs: the repetition may conflict with the other commit as well
    expect(await stockOf('S5')).toBe(1);
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('never oversell when twenty-four run at once', async () => {
    const { Order, Product } = models;
    await Product.updateOne({ sku: 'S6' }, { stock: 10 });
    const buy = async (session: ClientSession) => {
      const taken = await Product.updateOne(
        { sku: 'S6', stock: { $gte: 1 } },
        { $inc: { stock: -1 } },
        { session },
      );
      if (!taken.modifiedCount) throw new Error('sold out');
      await Order.create([{ status: 'bought' }], { session });
    };
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, () => connection.transaction(buy)),
    );
    const sold = results.filter((result) => result.status === 'fulfilled');
    const refused = results.flatMap((r) => (r.status === 'rejected' ? [String(r.reason)] : []));
    expect(sold).toHaveLength(10);
    expect(new Set(refused)).toEqual(new Set(['Error: sold out']));
    expect([await stockOf('S6'), await Order.countDocuments({ status: 'bought' })]).toEqual([
      0, 10,
    ]);
  });

  it('read from a snapshot and refuse to write over later changes', async () => {
    const { Product } = models;
    const session = await connection.startSession();
    session.startTransaction();
    const before = await Product.countDocuments({}).session(session);
    await Product.create({ sku: 'SNAP' });
    expect(await Product.countDocuments({}).session(session)).toBe(before);
    expect(await Product.countDocuments({})).toBe(before + 1);
    const error = await Product.create([{ sku: 'SNAP' }], { session }).catch((e) => e);
    expect(error.code).toBe(112);
    expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
    await session.abortTransaction();
    await session.endSession();
  });

  it('make a write from outside wait', async () => {
    const { Product } = models;
    const session = await connection.startSession();
    session.startTransaction();
    await Product.updateOne({ sku: 'S7' }, { $inc: { stock: 10 } }, { session });
    let done = false;
    const outside = Product.updateOne({ sku: 'S7' }, { $inc: { stock: 100 } }).then(() => {
      done = true;
    });
    // after a full round trip on another connection, the server has received the waiting write
    await connection.db?.command({ ping: 1 });
    await Product.findOne({ sku: 'S0' });
    expect(done).toBe(false);
    await session.commitTransaction();
    await outside;
    expect(await stockOf('S7')).toBe(115);
    await session.endSession();
  });
});

describe('aggregation', () => {
  it('groups, facets and unwinds', async () => {
    const { Product } = models;
    const groups = await Product.aggregate([
      { $match: { category: { $in: ['odd', 'even'] } } },
      { $group: { _id: '$category', n: { $sum: 1 }, avg: { $avg: '$price' } } },
      { $sort: { _id: 1 } },
    ]);
    expect(groups.map((group) => group._id)).toEqual(['even', 'odd']);
    const [facets] = await Product.aggregate([
      {
        $facet: {
          top: [{ $sort: { price: -1 } }, { $limit: 2 }],
          byTag: [{ $unwind: '$tags' }, { $sortByCount: '$tags' }],
        },
      },
    ]);
    expect(facets.top).toHaveLength(2);
    expect(facets.byTag.length).toBeGreaterThan(2);
  });

  it('joins by field and by pipeline', async () => {
    const lines = await models.Order.aggregate([
      { $match: { total: { $gt: 0 } } },
      { $unwind: '$items' },
      {
        $lookup: {
          from: 'products',
          localField: 'items.product',
          foreignField: '_id',
          as: 'product',
        },
      },
      { $unwind: '$product' },
      {
        $project: { sku: '$product.sku', line: { $multiply: ['$items.qty', '$items.price'] } },
      },
    ]);
    expect(lines).toMatchObject([{ sku: 'S4', line: 28 }]);
    const sellers = await models.User.aggregate([
      { $match: { email: 'a@x.io' } },
      {
        $lookup: {
          from: 'products',
          let: { user: '$_id' },
          pipeline: [{ $match: { $expr: { $eq: ['$seller', '$$user'] } } }, { $count: 'n' }],
          as: 'counts',
        },
      },
    ]);
    expect(sellers[0].counts[0].n).toBe(29);
  });

  it('truncates dates', async () => {
    const [day] = await models.User.aggregate([
      { $group: { _id: { $dateTrunc: { date: '$createdAt', unit: 'day' } }, n: { $sum: 1 } } },
    ]);
    expect(Number(day._id) % 86_400_000).toBe(0);
  });
});

describe('the server', () => {
  it('lists collections and indexes and uses them', async () => {
    const names = (await connection.listCollections()).map((collection) => collection.name);
    expect(names).toContain('users');
    const indexes = await models.Product.collection.indexes();
    expect(indexes.map((index) => index.name)).toContain('category_1_price_-1');
    await models.Product.syncIndexes();
    const plan = await models.Product.collection
      .find({ category: 'odd' })
      .sort({ price: -1 })
      .explain('queryPlanner');
    expect(plan.queryPlanner.winningPlan).toMatchObject({
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName: 'category_1_price_-1' },
    });
  });

  it('deletes what a TTL index lets expire', async () => {
    const { Session } = models;
    await Session.create([
      { k: 'old', expiresAt: new Date(Date.now() - 1000) },
      { k: 'new', expiresAt: new Date(Date.now() + 60_000) },
    ]);
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline && (await Session.countDocuments({})) > 1) {
      // the server deletes expired documents once a second
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await Session.find()).map((session) => session.k)).toEqual(['new']);
  });

  it('refuses change streams with a clear error', async () => {
    const stream = connection.collection('products').watch();
    await expect(stream.next()).rejects.toThrow(
      /\$changeStream.*not supported by the embedded server/,
    );
    await stream.close();
  });

  it('refuses commands it does not know', async () => {
    await expect(connection.db?.command({ mapReduce: 'x' })).rejects.toMatchObject({ code: 59 });
  });
});
