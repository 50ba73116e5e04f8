import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError, type RateLimiter } from '#libs/platform';
import type { CatalogueIndex } from './catalogue-index.js';
import { JSON_TYPE, KeptAnswers } from './kept-answers.js';

const adapter = new FastifyAdapter();
const fastify = adapter.getInstance() as unknown as FastifyInstance;
const index = { changes: 1, isFollowing: true };
const count = jest.fn<RateLimiter['count']>();
const answers = new KeptAnswers(
  index as CatalogueIndex,
  { httpAdapter: adapter } as unknown as HttpAdapterHost,
  { count } as unknown as RateLimiter,
);

/** What the handler has been asked, and what it waits for before it answers. */
let asked: string[] = [];
let made = 0;
let before: () => Promise<void>;
/** A machine that is slow now is not what is meant by a second. */
let now = Date.now();
jest.spyOn(Date, 'now').mockImplementation(() => now);
beforeAll(async () => {
  answers.onModuleInit();
  fastify.get('/list', ({ url }, reply) => {
    asked.push(url);
    const answer = async () => {
      const made_ = ++made;
      await before();
      return { url, made: made_ };
    };
    return answers.json(url, answer).then((bytes) => reply.type(JSON_TYPE).send(bytes));
  });
  fastify.post('/list', () => ({ posted: true }));
  await fastify.ready();
});
afterAll(() => fastify.close());
beforeEach(() => {
  Object.assign(index, { changes: index.changes + 1, isFollowing: true });
  [asked, made, before] = [[], 0, async () => {}];
  count.mockReset().mockReturnValue(null);
});

const get = (url = '/list', headers: Record<string, string> = {}) =>
  fastify.inject({ url, headers });
/** Which making of the answer this is. */
const madeAs = async (url?: string) => (await get(url)).json<{ made: number }>().made;

it('is sent again before the handler, byte by byte as it was', async () => {
  const first = await get();
  const again = await get('/list', { authorization: 'Bearer of somebody', cookie: 'a=b' });
  expect(asked).toEqual(['/list']);
  expect(again.rawPayload).toEqual(first.rawPayload);
  const { date: _, ...headers } = first.headers;
  expect(again.headers).toMatchObject(headers);
});

it('is told to HEAD without its body', async () => {
  const { rawPayload } = await get();
  const head = await fastify.inject({ url: '/list', method: 'HEAD' });
  expect(head.headers['content-length']).toBe(String(rawPayload.length));
  expect(head.rawPayload).toHaveLength(0);
  expect(asked).toHaveLength(1);
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

it('is counted as any other call of that network, and refused to who calls too often', async () => {
  await get();
  count.mockImplementation(async (_class, _who, reply: FastifyReply) => {
    void reply.header('retry-after', '7');
    throw new DomainError('RATE_LIMITED');
  });
  const refused = await fastify.inject({ url: '/list', remoteAddress: '2001:db8:1:2:3::4' });
  expect(refused.headers['retry-after']).toBe('7');
  expect(refused.statusCode).not.toBe(200);
  expect(refused.body).not.toContain('made');
  const [rateClass, who] = count.mock.lastCall ?? [];
  expect([rateClass, who?.()]).toEqual(['reading', '2001:db8:1:2::/64']);
  count.mockResolvedValue();
  expect(await madeAs()).toBe(1);
});

it('goes for newer ones, however many addresses somebody makes up', async () => {
  for (let n = 0; n < 200; n++) await get(`/list?q=${n}`);
  expect(asked).toHaveLength(200);
  for (let n = 0; n < 200; n++) await get(`/list?q=${n}`);
  expect(asked).toHaveLength(200);
  for (let n = 200; n < 300; n++) await get(`/list?q=${n}`);
  asked = [];
  for (let n = 0; n < 300; n++) if (n < 5 || n >= 105) await get(`/list?q=${n}`);
  expect(asked.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((n) => `/list?q=${n}`));
  expect(asked).toHaveLength(5);
});
