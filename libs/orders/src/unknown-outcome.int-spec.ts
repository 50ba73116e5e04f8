import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';
import { orderDtoSchema, ordersPageSchema } from '#libs/contracts';
import { ADDRESS, Marketplace, type TestPerson } from '#libs/testing';

let market: Marketplace;
let buyer: TestPerson;
let body: object;
beforeAll(async () => {
  market = await Marketplace.open({ settings: { MONGODB_TIMEOUT_MS: '2000' } });
  const product = await market.product(await market.farm());
  body = { items: [{ productId: product._id, quantity: 1 }], address: ADDRESS };
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => market.close());

const order = (key: string) => buyer.client.post('/orders', body, { 'idempotency-key': key });
const orders = async () =>
  ordersPageSchema.parse((await buyer.client.get('/orders')).body).orders.map(({ _id }) => _id);

/** Undeclared internals of the driver's sessions. */
interface Inside {
  readonly client: mongo.MongoClient;
  readonly transaction: { options: mongo.TransactionOptions; transition(to: string): void };
}
const inside = (session: mongo.ClientSession) => session as unknown as Inside;

/** Aborts the transaction on the server, while the driver believes that it has sent the commit. */
async function forget(session: mongo.ClientSession): Promise<void> {
  if (!session.inTransaction()) return;
  const { client, transaction } = inside(session);
  await client.db('admin').command({ abortTransaction: 1 }, { session });
  transaction.transition('TRANSACTION_COMMITTED');
}

/** Makes the commits of orders fail without a response, whether or not they are done. */
function loseAnswers(isDone: boolean): void {
  const commit = mongo.ClientSession.prototype.commitTransaction;
  jest.spyOn(mongo.ClientSession.prototype, 'commitTransaction').mockImplementation(async function (
    this: mongo.ClientSession,
  ) {
    // Event handlers commit normally meanwhile; their transactions have a timeout of a minute.
    if (inside(this).transaction.options.maxTimeMS !== 2_000) return commit.call(this);
    if (isDone) await commit.call(this);
    else await forget(this);
    throw new mongo.MongoServerSelectionError('none', {} as never);
  });
}

it('an order whose commit has no answer is found by its key where it is stored', async () => {
  buyer = await market.person('customer');
  loseAnswers(true);
  const placed = await order('answer-lost');
  expect(placed.status).toBe(201);
  jest.restoreAllMocks();
  expect(await orders()).toEqual([orderDtoSchema.parse(placed.body)._id]);
});

it('one of which nobody knows is not called refused, and the same key places it once', async () => {
  buyer = await market.person('customer');
  loseAnswers(false);
  const unknown = await order('request-lost');
  expect(unknown).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' });
  expect(unknown.body).toMatchObject({ message: expect.stringContaining('It may have been done') });
  expect(unknown.headers.get('retry-after')).toBe('1');
  jest.restoreAllMocks();
  const again = await order('request-lost');
  expect(again.status).toBe(201);
  expect(await orders()).toEqual([orderDtoSchema.parse(again.body)._id]);
});
