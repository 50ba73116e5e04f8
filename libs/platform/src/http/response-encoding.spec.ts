import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { encodeResponses } from './response-encoding.js';

const fastify = new FastifyAdapter().getInstance();
const long = { words: 'Brandywine tomatoes. '.repeat(200) };
const page = `<p>${long.words}</p>`;
const bytes = Buffer.from(JSON.stringify(long));
/** The response after the hook. */
const sent: unknown[] = [];
beforeAll(async () => {
  encodeResponses(fastify);
  fastify.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload);
    return payload;
  });
  fastify.get('/long', (_request, reply) => reply.header('vary', 'origin').send(long));
  fastify.get('/kept', (_request, reply) => reply.type('application/json').send(bytes));
  fastify.get('/short', () => ({ words: 'Plums' }));
  fastify.post('/short', () => ({ words: 'Plums' }));
  fastify.get('/missing', (_request, reply) => reply.status(404).send({ words: 'none' }));
  fastify.get('/own', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ words: 'mine' }),
  );
  fastify.get('/picture', (_request, reply) =>
    reply.type('image/webp').send(Buffer.alloc(5_000, 7)),
  );
  fastify.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  fastify.get('/ready', (_request, reply) =>
    reply.type('text/css').header('content-encoding', 'br').send(Buffer.alloc(5_000, 7)),
  );
  await fastify.ready();
});
afterAll(() => fastify.close());

const get = (url: string, accepted?: string, more: Record<string, string> = {}) =>
  fastify.inject({ url, headers: { ...(accepted && { 'accept-encoding': accepted }), ...more } });

describe('an answer', () => {
  it('of some length is sent as gzip, with `Vary`', async () => {
    const answer = await get('/long', 'br, gzip');
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'origin, accept-encoding',
      'content-length': String(answer.rawPayload.length),
    });
    expect(answer.rawPayload.length).toBeLessThan(500);
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long);
  });

  it('that is a page is sent in the best encoding that the client takes', async () => {
    const unzip = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
    ] as const) {
      const answer = await get('/page', accepted);
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        'content-length': String(answer.rawPayload.length),
      });
      expect(unzip[encoding](answer.rawPayload).toString()).toBe(page);
    }
    expect((await get('/page', 'identity')).body).toBe(page);
  });

  it.each([undefined, 'br', 'gzip;q=0, br', 'gzip; q=0.0'])(
    'is sent as it is to who takes %s',
    async (accepted) => {
      const answer = await get('/long', accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('origin, accept-encoding');
      expect(answer.json()).toEqual(long);
    },
  );

  it.each(['/short', '/picture'])('at %s is not compressed', async (url) => {
    expect((await get(url, 'gzip')).headers['content-encoding']).toBeUndefined();
  });

  it('is compressed once: neither what is already, nor the same bytes again', async () => {
    const answer = await get('/ready', 'gzip');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.rawPayload).toEqual(Buffer.alloc(5_000, 7));
    sent.length = 0;
    for (const accepted of ['gzip', 'gzip', 'br', 'gzip']) await get('/kept', accepted);
    expect(sent[0]).not.toBe(bytes);
    expect(sent[1] === sent[0] && sent[2] === bytes && sent[3] === sent[0]).toBe(true);
  });
});

describe('an answer that the client has already', () => {
  const etagOf = async (url: string) => String((await get(url)).headers.etag);

  it('has an ETag of its bytes, the same in every encoding, and is revalidated', async () => {
    const answers = [await get('/long'), await get('/long', 'gzip')];
    answers.push(await fastify.inject({ url: '/long', method: 'HEAD' }));
    for (const { headers } of answers)
      expect(headers).toMatchObject({ etag: await etagOf('/long'), 'cache-control': 'no-cache' });
    expect(await etagOf('/kept')).toBe(await etagOf('/long'));
    expect(await etagOf('/short')).not.toBe(await etagOf('/long'));
    expect(await etagOf('/long')).toMatch(/^W\/"[\w-]{27}"$/);
  });

  it.each([
    (etag: string) => etag,
    (etag: string) => etag.slice(2),
    (etag: string) => `"other" , ${etag}`,
    () => ' * ',
  ])('is not sent again (%#)', async (had) => {
    const answer = await get('/long', 'gzip', { 'if-none-match': had(await etagOf('/long')) });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers).toMatchObject({
      etag: await etagOf('/long'),
      'cache-control': 'no-cache',
      vary: 'origin, accept-encoding',
    });
    for (const name of ['content-length', 'content-type', 'content-encoding'])
      expect(answer.headers[name]).toBeUndefined();
  });

  it('is sent where it has changed', async () => {
    const answer = await get('/long', undefined, { 'if-none-match': await etagOf('/short') });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(long);
  });

  it('has the same headers for HEAD', async () => {
    const headers = { 'if-none-match': await etagOf('/kept') };
    const answer = await fastify.inject({ url: '/kept', method: 'HEAD', headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(answer.rawPayload).toHaveLength(0);
  });

  it.each([
    ['to who signed in', '/short', 'GET', { authorization: 'Bearer x' }],
    ['to who shows a cookie', '/short', 'GET', { cookie: 'session=x' }],
    ['of a route that says otherwise', '/own', 'GET', {}],
    ['of what was done', '/short', 'POST', {}],
    ['of what is not there', '/missing', 'GET', {}],
    ['of a picture', '/picture', 'GET', {}],
  ] as const)('has no ETag %s', async (_, url, method, headers) => {
    const answer = await fastify.inject({
      url,
      method,
      headers: { ...headers, 'if-none-match': '*' },
    });
    expect(answer.statusCode).not.toBe(304);
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers['cache-control']).toBe(url === '/own' ? 'no-store' : undefined);
  });
});
