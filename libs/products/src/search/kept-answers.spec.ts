import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { httpAdapter, platformConfigSchema, type RateLimiter, readConfig } from '#libs/platform';
import type { CatalogueIndex } from './catalogue-index.js';
import { JSON_TYPE, KeptAnswers } from './kept-answers.js';

const adapter = httpAdapter(
  readConfig(
    platformConfigSchema,
    {},
    {
      ...{ NODE_ENV: 'test', MONGODB_URI: 'mongodb://unused', REDIS_URL: 'redis://unused' },
      TICKET_SECRET: 's'.repeat(32),
    },
  ),
);
const fastify = adapter.getInstance() as unknown as FastifyInstance;
const index = { changes: 1, farmChanges: 1, isFollowing: true };
const admits = jest.fn<RateLimiter['admits']>();
const answers = new KeptAnswers(
  index as CatalogueIndex,
  { httpAdapter: adapter } as unknown as HttpAdapterHost,
  { admits } as unknown as RateLimiter,
);

/** What the handler has been asked, and what it waits for before it answers. */
let asked: string[] = [];
let made = 0;
let url = '';
let before: () => Promise<void>;
/** A machine that is slow now is not what is meant by a second. */
let now = Date.now();
jest.spyOn(Date, 'now').mockImplementation(() => now);
beforeAll(async () => {
  answers.onModuleInit();
  fastify.get('/list', (request, reply) => {
    const { url } = request;
    asked.push(url);
    const answer = async () => {
      const made_ = ++made;
      await before();
      return { url, made: made_ };
    };
    return answers.json(request, answer).then((bytes) => reply.type(JSON_TYPE).send(bytes));
  });
  fastify.get('/farms', (request, reply) =>
    answers
      .farmsJson(request, async () => ({ made: ++made }))
      .then((bytes) => reply.type(JSON_TYPE).send(bytes)),
  );
  fastify.post('/list', () => ({ posted: true }));
  url = await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fastify.close());
beforeEach(() => {
  Object.assign(index, { changes: index.changes + 1, isFollowing: true });
  [asked, made, before] = [[], 0, async () => {}];
  admits.mockReset().mockReturnValue(true);
});

/** By the port, as anybody calls. */
const call = () => fetch(`${url}/list`);
const get = (url = '/list', headers: Record<string, string> = {}) =>
  fastify.inject({ url, headers });
/** Which making of the answer this is. */
const madeAs = async (url?: string) => (await get(url)).json<{ made: number }>().made;

it('is the same for all who ask, byte by byte, and made once', async () => {
  const first = await get();
  const again = await get('/list', { authorization: 'Bearer of somebody', cookie: 'a=b' });
  expect(made).toBe(1);
  expect(again.rawPayload).toEqual(first.rawPayload);
  const head = await fastify.inject({ url: '/list', method: 'HEAD' });
  expect(head.headers['content-length']).toBe(String(first.rawPayload.length));
  expect(made).toBe(1);
});

it('is told again before the route is asked, until something changes', async () => {
  const told = async () => z.object({ made: z.number() }).parse(await (await call()).json()).made;
  expect([await told(), await told(), await told()]).toEqual([1, 1, 1]);
  expect(asked).toHaveLength(1);
  index.changes++;
  expect([await told(), await told()]).toEqual([2, 2]);
  expect(asked).toHaveLength(2);
});

it('is counted as a call of that network, and goes the usual way where it is not plainly one of few', async () => {
  await call();
  admits.mockReturnValue(false);
  await call();
  expect(asked).toHaveLength(2);
  const [rateClass, who] = admits.mock.lastCall ?? [];
  expect([rateClass, who?.()]).toEqual(['reading', '127.0.0.1']);
});

it('is no answer to another address or another method', async () => {
  await get();
  expect((await get('/list?page=2')).json()).toMatchObject({ url: '/list?page=2', made: 2 });
  const posted = await fastify.inject({ url: '/list', method: 'POST' });
  expect(posted.json()).toEqual({ posted: true });
});

it('is made anew after a change, after a second, and while nobody tells of changes', async () => {
  expect(await madeAs()).toBe(1);
  index.changes++;
  expect(await madeAs()).toBe(2);
  now += 999;
  expect(await madeAs()).toBe(2);
  now += 1;
  expect(await madeAs()).toBe(3);
  index.isFollowing = false;
  expect([await madeAs(), await madeAs()]).toEqual([4, 5]);
});

it('of farms alone is made anew after a change of a farm, and not after one of a product', async () => {
  expect([await madeAs('/farms'), await madeAs('/farms')]).toEqual([1, 1]);
  index.changes++;
  expect(await madeAs('/farms')).toBe(1);
  index.farmChanges++;
  expect([await madeAs('/farms'), await madeAs('/farms')]).toEqual([2, 2]);
});

it('that a change overtakes in the making goes to who asked before the change only', async () => {
  let go = () => {};
  before = () =>
    new Promise((resolve) => {
      go = resolve;
    });
  const early = [get(), get()];
  while (asked.length < 2) await new Promise(setImmediate);
  expect(made).toBe(1);
  index.changes++;
  go();
  for (const answer of await Promise.all(early)) expect(answer.json()).toMatchObject({ made: 1 });
  before = async () => {};
  expect([await madeAs(), await madeAs()]).toEqual([2, 2]);
});

it('that failed is asked for anew', async () => {
  before = () => Promise.reject(new Error('the database is away'));
  expect((await get()).statusCode).toBe(500);
  before = async () => {};
  expect((await get()).statusCode).toBe(200);
});

it('goes for newer ones, however many addresses somebody makes up', async () => {
  for (let n = 0; n < 200; n++) await get(`/list?q=${n}`);
  expect(made).toBe(200);
  for (let n = 0; n < 200; n++) await get(`/list?q=${n}`);
  expect(made).toBe(200);
  for (let n = 200; n < 300; n++) await get(`/list?q=${n}`);
  made = 0;
  for (let n = 105; n < 300; n++) await get(`/list?q=${n}`);
  expect(made).toBe(0);
  for (let n = 0; n < 5; n++) await get(`/list?q=${n}`);
  expect(made).toBe(5);
});
