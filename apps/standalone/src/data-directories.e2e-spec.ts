import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import * as z from 'zod';
import {
  latestStockCheckSchema,
  moneyDeskSchema,
  orderDtoSchema,
  ordersPageSchema,
  ownProductDtoSchema,
  queueJobDetailSchema,
  queueJobsPageSchema,
  userDtoSchema,
} from '#libs/contracts';
import { openQueue } from '#libs/platform';
import { ADDRESS, ShopProcess, SocketClient, unpackDataDirectory, waitFor } from '#libs/testing';
import { demoCrew } from './demo/people.js';
import { startCommand } from './testing/start-command.js';

const FOLDER = join(import.meta.dirname, '../data-directories');
const manifestSchema = z.object({
  counts: z.record(z.string(), z.number()),
  events: z.object({ queued: z.number(), committed: z.number() }),
  suspended: z.string(),
  delivered: z.string(),
  picture: z.string(),
});
const names = readdirSync(FOLDER).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);

const PASSWORD = 'farmgate-demo';
const CUSTOMER = 'emma.castillo@demo.farmgate.test';
const FARMER = 'ruth.okafor@demo.farmgate.test';
const ADMIN = 'clara.bennett@demo.farmgate.test';
/** Without the demo's packer and driver, who are newer than the data directories. */
const OLDER = { email: { $nin: demoCrew.map(({ email }) => email) } };
const OPENED = { _id: 'payments.opening', doneAt: { $ne: null } };
/** After these days, much of what is stored has expired. `npm run test:deep` also opens it at once. */
const daysClosed = process.env.TEST_DEEP === '1' ? [0, 100] : [100];
/** Milliseconds in which everything is handled, jobs of the killed process too. */
const HANDLED_MS = 90_000;

it('keeps a data directory of each format that can be opened', () => {
  expect(names).toEqual(['2026-11-thousandths']);
});

describe.each(names)('the data directory %s', (name) => {
  describe.each(daysClosed)('that was closed for %i days', (days) => {
    const manifest = manifestSchema.parse(
      JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')),
    );
    let dataDir: string;
    let openedAt: Date;
    let shop: ShopProcess;
    let client: mongo.MongoClient;
    let redis: Redis;
    let queue: Queue;

    const open = async () => {
      shop = await ShopProcess.open(dataDir);
      const { mongodbUri, redisUrl } = await shop.engines();
      client = await mongo.MongoClient.connect(mongodbUri);
      redis = new Redis(redisUrl);
      queue = openQueue('domain-events', redis);
    };
    const close = async () => {
      await client.close();
      await queue.close();
      redis.disconnect();
      return shop.end('SIGTERM');
    };
    const count = (collection: string, filter = {}) =>
      client.db().collection(collection).countDocuments(filter);
    const placedNotices = () =>
      client.db().collection('notifications').find({ kind: 'order.placed' }).toArray();
    const everythingHandled = () =>
      waitFor(
        'every event to be handled',
        async () =>
          (await count('outbox', { handledAt: null })) === 0 &&
          (await queue.getJobCountByTypes('waiting', 'active', 'delayed')) === 0,
        HANDLED_MS,
      );

    beforeAll(async () => {
      dataDir = await unpackDataDirectory(join(FOLDER, `${name}.tar.gz`), days);
      openedAt = new Date();
      await open();
    });
    afterAll(() => shop.end('SIGKILL'));

    it('is for its owner only', async () => {
      for (const folder of ['', 'mongo', 'redis'])
        expect((await stat(join(dataDir, folder))).mode & 0o777).toBe(0o700);
    });

    it('has lost nothing', async () => {
      for (const [collection, expected] of Object.entries(manifest.counts))
        expect([collection, await count(collection, OLDER)]).toEqual([collection, expected]);
      const picture = await fetch(`${shop.url}${manifest.picture}`);
      expect(picture.headers.get('content-type')).toBe('image/webp');
    });

    it('shows the event that has failed, and gives it its attempts again', async () => {
      const admin = await shop.signIn(ADMIN, PASSWORD);
      const { jobs } = queueJobsPageSchema.parse(
        (await admin.get('/admin/jobs?queue=domain-events')).body,
      );
      expect(jobs.map(({ name: event }) => event)).toEqual(['order.placed']);
      const path = `/admin/jobs/domain-events/${jobs[0]?._id}`;
      const { data } = queueJobDetailSchema.parse((await admin.get(path)).body);
      expect(JSON.stringify(data)).toContain('"name":"order.placed"');
      expect((await admin.post(`${path}/retry`)).status).toBe(200);
    });

    it('handles each event once that was committed and not handled', async () => {
      await everythingHandled();
      expect(await queue.getFailedCount()).toBe(0);
      const { said, code } = await startCommand('rebuild', [], await shop.engines(), {
        DATA_DIR: dataDir,
      }).ended;
      expect(said).toContain('No projection was wrong.');
      expect(said).not.toContain('cannot be read');
      expect(said).toMatch(/finds all \d{3,4} figures right; 0 events are under way/);
      expect(code).toBe(0);
      const { queued, committed } = manifest.events;
      const notices = await placedNotices();
      expect(new Set(notices.map(({ link }) => link.path)).size).toBe(notices.length);
      // Notices expire, too: those of events that were handled before must not come again, except of the failed one.
      const added = notices.filter(({ createdAt }) => createdAt > openedAt);
      expect(added.length).toBeLessThanOrEqual(queued + committed + 1);
    });

    it('books the hand-overs of before, in their months', async () => {
      const admin = await shop.signIn(ADMIN, PASSWORD);
      await waitFor('the ledger to be opened', async () => count('migrations', OPENED));
      await admin.post('/admin/money/check', {});
      const desk = await waitFor('the check of the ledger', async () => {
        const found = moneyDeskSchema.parse((await admin.get('/admin/money')).body);
        return found.check && found;
      });
      expect(desk.check?.faults).toEqual([]);
      expect(desk.check?.orders).toBe(manifest.counts.orders);
      expect(desk.feesEarned).toBeGreaterThan(0);
      const [delivered, months] = await Promise.all([
        count('orders', { 'parts.status': 'delivered' }),
        client.db().collection('journals').distinct('month'),
      ]);
      const orders = await client.db().collection('journals').distinct('order._id');
      expect(orders).toHaveLength(delivered);
      expect(months.every((month) => month <= openedAt.toISOString().slice(0, 7))).toBe(true);
      expect(months.length).toBeGreaterThan(1);
    });

    it('lets people in with their passwords, and lets them trade', async () => {
      const [customer, farmer, admin] = [
        await shop.signIn(CUSTOMER, PASSWORD),
        await shop.signIn(FARMER, PASSWORD),
        await shop.signIn(ADMIN, PASSWORD),
      ];
      const suspended = await shop.signIn(manifest.suspended, PASSWORD);
      expect((await suspended.get('/orders')).code).toBe('USER_SUSPENDED');
      const { farmId, memberships } = userDtoSchema.parse((await farmer.get('/users/me')).body);
      expect(memberships).toEqual([{ farmId, role: 'owner' }]);
      const own = z
        .object({ products: z.array(ownProductDtoSchema) })
        .parse((await farmer.get('/farms/mine/products')).body);
      const product = own.products.find(
        ({ status, available, minimum }) => status === 'live' && available >= minimum,
      );
      const socket = await SocketClient.connect(shop.url, farmer);
      const items = [{ productId: product?._id, quantity: product?.minimum }];
      const { body } = await customer.post(
        '/orders',
        { items, address: ADDRESS },
        { 'idempotency-key': `after-${name}` },
      );
      const placed = orderDtoSchema.parse(body);
      await socket.receives(
        'order.part-placed',
        ({ payload }) => payload.farmId === farmId && payload.order._id === placed._id,
      );
      socket.close();
      expect(await count('orders', { code: placed.code })).toBe(1);
      const { orders } = ordersPageSchema.parse(
        (await admin.get(`/orders?q=${manifest.delivered}`)).body,
      );
      expect(orders.map(({ code }) => code)).toEqual([manifest.delivered]);
      expect(orders[0]?.parts.map(({ status }) => status)).toContain('delivered');
      await admin.post('/admin/stock-check');
      const { mismatches } = await waitFor(
        'the stock check',
        async () =>
          latestStockCheckSchema.parse((await admin.get('/admin/stock-check')).body).check,
      );
      expect(mismatches).toEqual([]);
    });

    it('changes nothing when it is opened again', async () => {
      await everythingHandled();
      const notices = await count('notifications');
      expect(await close()).toBe(0);
      await open();
      await everythingHandled();
      expect(await count('notifications')).toBe(notices);
      expect(await count('orders')).toBe((manifest.counts.orders ?? 0) + 1);
    });

    it('ends without a fault', async () => {
      expect(await close()).toBe(0);
    });
  });
});
