import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  freePort,
  Marketplace,
  type TestPerson,
  TestProcess,
  testEngines,
  waitFor,
} from '#libs/testing';
import { rateLimits } from '../http/rate-limits.js';

/** Commands that make Redis refuse writes, and those that end it. */
const REFUSALS = [
  {
    state: 'full',
    begin: ['CONFIG SET maxmemory-policy noeviction', 'CONFIG SET maxmemory 1mb'],
    end: ['CONFIG SET maxmemory 0'],
  },
  { state: 'read-only', begin: ['REPLICAOF 127.0.0.1 1'], end: ['REPLICAOF NO ONE'] },
  {
    state: 'read-only',
    begin: ['CONFIG SET min-replicas-to-write 1'],
    end: ['CONFIG SET min-replicas-to-write 0'],
  },
  {
    // It cannot save.
    state: 'read-only',
    begin: ['CONFIG SET save 3600 1', 'BGSAVE'],
    end: ['CONFIG SET stop-writes-on-bgsave-error no'],
  },
];

/** Milliseconds within which events are handled after an outage: nothing waits to be claimed or to stall. */
const SOON_MS = 20_000;

let dir: string;
let server: TestProcess;
let redis: Redis;
let market: Marketplace;
let buyer: TestPerson;
let admin: TestPerson;
let product: Awaited<ReturnType<Marketplace['product']>>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farmgate-refusals-'));
  const port = await freePort();
  server = await TestProcess.redis(dir, port);
  // Redis notices the missing folder only when it saves.
  await rm(dir, { recursive: true });
  const redisUrl = `redis://127.0.0.1:${port}`;
  redis = new Redis(redisUrl);
  const { mongodbUri } = await testEngines();
  market = await Marketplace.open({ engines: { mongodbUri, redisUrl }, limits: rateLimits });
  [buyer, admin] = await Promise.all([market.person('customer'), market.person('admin')]);
  product = await market.product(await market.farm());
});
afterAll(async () => {
  redis.disconnect();
  await market.close();
  await server.signal('SIGKILL');
});

const send = async (commands: readonly string[]) => {
  for (const line of commands) {
    const words = line.split(' ');
    // The values of `save` are a single argument.
    const [command = '', ...args] =
      words[2] === 'save' ? [...words.slice(0, 3), words.slice(3).join(' ')] : words;
    await redis.call(command, ...args);
  }
};
const ready = () => market.visitor.get('/health/ready');
const isRefusing = () =>
  redis.set('refused', '1').then(
    () => false,
    () => true,
  );

describe.each(REFUSALS)('while Redis is $state: $begin', ({ state, begin, end }) => {
  beforeAll(async () => {
    await send(begin);
    await waitFor('Redis to refuse', isRefusing);
  });
  afterAll(async () => {
    await send(end);
    await waitFor('the process to be ready', async () => (await ready()).status === 200);
    await market.settled(SOON_MS);
  });

  it('signed-in calls and orders succeed', async () => {
    for (const path of ['/users/me', '/orders', '/cart', '/products'])
      expect([path, (await buyer.client.get(path)).status]).toEqual([path, 200]);
    expect((await buyer.client.post('/realtime/ticket', {})).status).toBe(200);
    expect((await market.order(buyer, [[product, 1]])).parts).toHaveLength(1);
  });

  it('who cannot do without it is told to come back, and why', async () => {
    const message = {
      firstName: 'Ada',
      lastName: 'Field',
      email: 'ada@example.test',
      subject: 'Plums',
      message: 'When are they ripe?',
    };
    const answer = await market.visitor.post('/contact', message);
    expect(answer).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      body: { details: { reason: state } },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(1);
  });

  it('the process is not ready, and says why', async () => {
    await waitFor('the check before to be over', async () => (await ready()).status === 503);
    expect((await ready()).body).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { engines: { redis: state, mongodb: 'ready' } },
    });
  });

  it('somebody who is suspended is suspended at once, and stays so', async () => {
    const person = await market.person('customer');
    expect((await person.client.get('/users/me')).status).toBe(200);
    const body = { status: 'suspended', reason: 'Chargebacks' };
    const change = await admin.client.patch(`/users/${person.user._id}/status`, body);
    expect(change.status).toBe(200);
    expect((await person.client.get('/orders')).code).toBe('USER_SUSPENDED');
  });
});

describe('an account whose cached entry Redis did not let go of', () => {
  afterEach(() => send(['REPLICAOF NO ONE']));

  it('is not served from it once Redis takes writes again', async () => {
    const person = await market.person('customer');
    await person.client.get('/users/me');
    const key = `principal:${person.subject}`;
    expect(await redis.get(key)).toContain('"active"');
    await send(['REPLICAOF 127.0.0.1 1']);
    const body = { status: 'suspended', reason: randomUUID() };
    await admin.client.patch(`/users/${person.user._id}/status`, body);
    expect(await redis.get(key)).toContain('"active"');
    await send(['REPLICAOF NO ONE']);
    await waitFor(
      'the entry to be dropped',
      async () => !(await redis.get(key))?.includes('"active"'),
    );
    expect((await person.client.get('/orders')).code).toBe('USER_SUSPENDED');
  });
});
