import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import {
  inboxPageSchema,
  ordersPageSchema,
  productDtoSchema,
  recountSchema,
  usersPageSchema,
} from '#libs/contracts';
import { type OutboxEntry, openQueue, REDIS } from '#libs/platform';
import { type Product, StockCheckService } from '#libs/products';
import { type BuiltProgram, Marketplace, type TestPerson, waitFor } from '#libs/testing';
import type { User } from '#libs/users';
import { startCommand } from '../testing/start-command.js';

const SIZE = ['--products', '150', '--orders', '900', '--users', '120'];

let market: Marketplace;
let admin: TestPerson;
let dataDir: string;
const open: ChildProcess[] = [];
beforeAll(async () => {
  market = await Marketplace.open();
  dataDir = await mkdtemp(join(tmpdir(), 'farmgate-commands-'));
});
afterAll(async () => {
  for (const child of open) child.kill('SIGKILL');
  await market.close();
});

/** Starts the built command in its own process, on the database of this marketplace. */
function start(command: 'seed' | 'rebuild', args: string[] = []): BuiltProgram {
  const program = startCommand(command, args, market.engines, { DATA_DIR: dataDir });
  open.push(program.child);
  return program;
}

const run = (command: 'seed' | 'rebuild', args: string[] = []) => start(command, args).ended;

const recount = async () => {
  await market.settled();
  return recountSchema.parse((await admin.client.post('/analytics/recount')).body);
};
const projections = () =>
  market.collection<{ _id: string; figures: { steps?: number } }>('projections');

describe('npm run seed', () => {
  it('fills an empty database with the given numbers, and all data is consistent', async () => {
    const { code, said } = await run('seed', SIZE);
    expect(said).toMatch(/900 orders over 90 days[\s\S]*stock check finds all 150 products right/);
    expect(code).toBe(0);
    for (const [name, count] of [
      ['users', 120],
      ['products', 150],
      ['orders', 900],
    ] as const)
      expect(await market.collection(name).countDocuments({})).toBe(count);
    admin = await market.person('admin');
    expect(await recount()).toMatchObject({ matches: true, differing: 0, underWay: 0 });
    const check = await market.app.get(StockCheckService).run(null);
    expect(check).toMatchObject({ products: 150, mismatchCount: 0 });
  });

  it('makes orders that are listed, found by code, and paid if delivered', async () => {
    const page = async (query: string) =>
      ordersPageSchema.parse((await admin.client.get(`/orders?${query}`)).body);
    const { orders, total } = await page('status=Delivered&limit=5');
    expect(total).toBeGreaterThan(600);
    for (const order of orders) expect(order.payment.status).toBe('paid');
    const [first] = orders;
    const found = await page(`q=${first?.code}`);
    expect(found.orders.map(({ _id }) => _id)).toEqual([first?._id]);
    const receipts = market.collection('receipts');
    expect(await receipts.countDocuments({})).toBeGreaterThan(total);
  });

  it('makes users whom the admins can list', async () => {
    const { users, total } = usersPageSchema.parse((await admin.client.get('/users')).body);
    expect(total).toBe(121);
    expect(new Set(users.map(({ status }) => status))).toEqual(new Set(['active']));
  });

  it('never takes more from a stock than there is', async () => {
    const sums = new Map<string, number>();
    const entries = market.collection('stockLedger').find().sort({ at: 1, _id: 1 });
    for await (const { productId, change } of entries) {
      const key = String(productId);
      const sum = (sums.get(key) ?? 0) + Number(change);
      expect(sum).toBeGreaterThanOrEqual(0);
      sums.set(key, sum);
    }
    expect(sums.size).toBe(150);
  });

  it('refuses a database that is not empty, without --force', async () => {
    const refused = await run('seed', SIZE);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('--force');
    expect(await market.collection('orders').countDocuments({})).toBe(900);
    const more = await run('seed', ['--products', '2', '--orders', '3', '--users', '4', '--force']);
    expect(more.code).toBe(0);
    expect(await market.collection('orders').countDocuments({})).toBe(903);
    expect(await recount()).toMatchObject({ matches: true });
  });

  it('makes farms whose farmers hear of a new order at once, without a retry', async () => {
    const product = await market.collection<Product>('products').findOne({ status: 'live' });
    if (!product) throw new Error('the seed has made no product');
    // Nobody can sign in as a seeded user without an account of their own.
    const subject = 'test-seeded-farmer';
    const users = market.collection<User>('users');
    await users.updateOne({ farmId: product.farm._id }, { $set: { subject } });
    const farmer = await market.signedIn(subject);
    const customer = await market.person('customer');
    const { minimum } = productDtoSchema.parse(
      (await market.visitor.get(`/products/${product._id.toString()}`)).body,
    );
    const order = await market.order(customer, [[product, minimum]]);
    const outbox = market.collection<OutboxEntry>('outbox');
    const [event] = await market.events({ name: 'order.part-placed', aggregateId: order._id });
    await waitFor('the event to be handled', async () => {
      const queue = openQueue('domain-events', market.app.get<Redis>(REDIS));
      // A job of its own means that the event could not be handled with its batch.
      const retried = await queue.getJob(event?.id ?? '');
      await queue.close();
      expect(retried).toBeUndefined();
      return (await outbox.countDocuments({ handledAt: null })) === 0;
    });
    const { notifications } = inboxPageSchema.parse((await farmer.get('/inbox')).body);
    expect(notifications.map(({ kind }) => kind)).toEqual(['order.received']);
    expect(notifications[0]?.title).toContain(order.code);
  });
});

describe('npm run projections:rebuild', () => {
  it('resumes after it was killed, and corrects the rest', async () => {
    await market.settled();
    await projections().deleteMany({});
    const { child } = start('rebuild');
    // Killed as soon as the first of several transactions is committed; polling with pauses could miss all others.
    const steps = async () => (await projections().findOne({ _id: 'rebuild' }))?.figures.steps ?? 0;
    while ((await steps()) === 0) expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    const [, signal] = (await once(child, 'exit')) as unknown[];
    expect(signal).toBe('SIGKILL');
    const half = await recount();
    expect(half.differing).toBeGreaterThan(0);
    expect(half.differing).toBeLessThan(half.compared);

    const { code, said } = await run('rebuild');
    expect(said).toMatch(/Corrected \d+ projections\.\nA recount finds all \d+ figures right/);
    expect(code).toBe(0);
    expect(await recount()).toMatchObject({ matches: true, underWay: 0 });
  });
});
