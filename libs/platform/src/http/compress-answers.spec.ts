import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { compressAnswers } from './compress-answers.js';

const fastify = new FastifyAdapter().getInstance();
const long = { words: 'Brandywine tomatoes. '.repeat(200) };
beforeAll(async () => {
  compressAnswers(fastify);
  fastify.get('/long', (_request, reply) => reply.header('vary', 'origin').send(long));
  fastify.get('/short', () => ({ words: 'Plums' }));
  fastify.get('/picture', (_request, reply) =>
    reply.type('image/webp').send(Buffer.alloc(5_000, 7)),
  );
  fastify.get('/ready', (_request, reply) =>
    reply.type('text/css').header('content-encoding', 'br').send(Buffer.alloc(5_000, 7)),
  );
  await fastify.ready();
});
afterAll(() => fastify.close());

const get = (url: string, accepted?: string) =>
  fastify.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} });

it('sends a long answer as gzip, and says that it depends on who asks', async () => {
  const answer = await get('/long', 'br, gzip');
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'origin, accept-encoding',
    'content-length': String(answer.rawPayload.length),
  });
  expect(answer.rawPayload.length).toBeLessThan(500);
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long);
});

it.each([undefined, 'br', 'gzip;q=0, br', 'gzip; q=0.0'])(
  'sends it as it is to who takes %s',
  async (accepted) => {
    const answer = await get('/long', accepted);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers.vary).toBe('origin, accept-encoding');
    expect(answer.json()).toEqual(long);
  },
);

it.each(['/short', '/picture'])('leaves %s alone', async (url) => {
  expect((await get(url, 'gzip')).headers['content-encoding']).toBeUndefined();
});

it('compresses nothing twice', async () => {
  const answer = await get('/ready', 'gzip');
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.rawPayload).toEqual(Buffer.alloc(5_000, 7));
});
