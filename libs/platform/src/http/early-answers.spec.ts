import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  IncomingMessage,
  request as open,
  type Server,
  ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { platformConfigSchema, readConfig } from '../config.js';
import { requestSeconds } from '../observability/metrics.js';
import { type AnswerKeeper, earlyAnswersOf, SharedAnswer } from './early-answers.js';
import { httpAdapter } from './http-app.js';
import { trafficOf } from './traffic.js';

const SHOP = 'https://shop.test';
const config = readConfig(
  platformConfigSchema,
  {},
  {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: 'mongodb://unused' },
    ...{ REDIS_URL: 'redis://unused', TICKET_SECRET: 's'.repeat(32), MAX_REQUESTS: '3' },
  },
);
const adapter = httpAdapter(config);
const fastify = adapter.getInstance() as unknown as FastifyInstance;
const server = fastify.server as Server;
const early = earlyAnswersOf(server);
const keeper = { find: (_url: string) => shared, admits: (_address: () => string) => isAdmitted };
const long = Buffer.from(JSON.stringify({ words: 'Brandywine, Größe 3 – ✓. '.repeat(600) }));
const short = Buffer.from(JSON.stringify({ words: 'Größe ✓' }));

let shared: SharedAnswer | undefined;
let isAdmitted = true;
/** How often the route was asked. */
let asked = 0;
let port = 0;
beforeAll(async () => {
  early.keptBy(keeper satisfies AnswerKeeper);
  adapter.enableCors({ origin: [SHOP], credentials: true, exposedHeaders: ['x-request-id'] });
  const shares = (body: Buffer | null) =>
    fastify.route({
      method: ['GET', 'POST'],
      url: body === long ? '/api/long' : body === short ? '/api/short' : '/api/broken',
      handler: async (request, reply) => {
        asked++;
        if (shared) early.share(request, shared);
        if (!body) throw new Error('broken');
        return reply.type('application/json; charset=utf-8').send(body);
      },
    });
  for (const body of [long, short, null]) shares(body);
  fastify.get('/api/cookie', (request, reply) => {
    asked++;
    if (shared) early.share(request, shared);
    return reply.header('set-cookie', 'a=b').send(short);
  });
  await adapter.init();
  port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => fastify.close());
beforeEach(() => {
  [shared, isAdmitted, asked] = [new SharedAnswer(), true, 0];
});

interface Told {
  readonly status: number | undefined;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Told> {
  const asking = open({ port, host: '127.0.0.1', path, headers, method, agent: false });
  asking.end();
  const [answer] = await once(asking, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const { 'x-request-id': id, date: _, ...others } = answer.headers;
  return { status: answer.statusCode, id, headers: others, body: Buffer.concat(chunks) };
}
const etagOf = async (path: string) => String((await ask(path)).headers.etag);

it.each([
  ['asks for nothing but that', {}],
  ['takes it compressed', { 'accept-encoding': 'br, gzip' }],
  ['has it already', { 'if-none-match': '<its mark>' }],
  ['has it already, and takes it compressed', { 'if-none-match': '<its mark>, "x"' }],
  ['has another one', { 'if-none-match': '"another"' }],
  ['is signed in', { authorization: 'Bearer of somebody' }],
  ['shows a cookie', { cookie: 'a=b' }],
  ['comes from the shop’s own page', { origin: SHOP }],
  ['comes from another page', { origin: 'https://elsewhere.test' }],
  ['asks for nothing after that', { connection: 'close' }],
])('who %s is told the same again, before Fastify', async (_, given) => {
  for (const path of ['/api/long', '/api/short']) {
    shared = new SharedAnswer();
    const mark = await etagOf(path);
    const headers = Object.fromEntries(
      Object.entries({ connection: 'keep-alive', ...given }).map(([name, value]) => [
        name,
        value.replace('<its mark>', mark),
      ]),
    );
    // Those who ask in other ways have asked before.
    for (const other of [{ authorization: 'x' }, { 'accept-encoding': 'gzip' }, { cookie: 'x' }])
      await ask(path, other);
    const first = await ask(path, headers);
    asked = 0;
    const again = await ask(path, headers);
    const writes = jest.spyOn(ServerResponse.prototype, 'writeHead');
    const onceMore = await ask(path, headers);
    expect(writes.mock.calls.length).toBe(headers.connection === 'close' ? 1 : 0);
    writes.mockRestore();
    expect(asked).toBe(0);
    expect({ ...again, id: '' }).toEqual({ ...first, id: '' });
    expect({ ...onceMore, id: '' }).toEqual({ ...first, id: '' });
    expect(again.headers['x-content-type-options']).toBe('nosniff');
    expect(again.status).toBe(JSON.stringify(headers).includes(mark.slice(3, -1)) ? 304 : 200);
  }
});

it('has an id of its own each time, that of a proxy where one has chosen it', async () => {
  const ids = new Set<string>();
  for (let n = 0; n < 4; n++) ids.add((await ask('/api/short')).id);
  expect(asked).toBe(1);
  expect(ids.size).toBe(4);
  expect((await ask('/api/short', { 'x-request-id': 'chosen-by-a-proxy' })).id).toBe(
    'chosen-by-a-proxy',
  );
  expect((await ask('/api/short', { 'x-request-id': 'no id' })).id).toMatch(/^[0-9a-f]{32}$/);
  expect(asked).toBe(1);
});

it.each(['x-request-id', 'same-origin'])('is not confused by an id such as %s', async (id) => {
  const headers = { connection: 'keep-alive' };
  const { headers: usual } = await ask('/api/short', headers);
  const chosen = await ask('/api/short', { ...headers, 'x-request-id': id });
  const next = await ask('/api/short', headers);
  expect([chosen.id, chosen.headers, next.headers]).toEqual([id, usual, usual]);
  expect(next.id).toMatch(/^[0-9a-f]{32}$/);
  expect(asked).toBe(1);
});

it('is said by the route again once it is another answer, or nobody knows it any more', async () => {
  await ask('/api/short');
  shared = new SharedAnswer();
  await ask('/api/short');
  expect(asked).toBe(2);
  shared = undefined;
  await ask('/api/short');
  await ask('/api/short');
  expect(asked).toBe(4);
});

it('goes the usual way where the limits are not plainly kept', async () => {
  await ask('/api/short');
  isAdmitted = false;
  expect((await ask('/api/short')).status).toBe(200);
  expect(asked).toBe(2);
});

it('is refused with all others where there are too many at once', async () => {
  await ask('/api/short');
  const others = Array.from({ length: 3 }, () => trafficOf(server).enter(...nobody()));
  const refused = await ask('/api/short');
  for (const { answer } of others) answer.emit('close');
  // The filter that makes a 503 of it is Nest's.
  expect([refused.body.equals(short), refused.headers['retry-after']]).toEqual([false, '1']);
  expect((await ask('/api/short')).status).toBe(200);
  expect(asked).toBe(1);
});

it.each([
  ['another method', '/api/short', 'POST', 200],
  ['HEAD', '/api/short', 'HEAD', 200],
  ['an error', '/api/broken', 'GET', 500],
  ['an answer that brings a cookie', '/api/cookie', 'GET', 200],
])('is nothing for %s', async (_, path, method, status) => {
  for (let n = 1; n < 3; n++) {
    expect((await ask(path, {}, method)).status).toBe(status);
    expect(asked).toBe(n);
  }
});

it('is remembered for a few ways of asking, and not for endless ones', async () => {
  for (let n = 0; n < 20; n++) await ask('/api/short', { 'if-none-match': `"${n}"` });
  expect(asked).toBe(20);
  await ask('/api/short', { 'if-none-match': '"12"' });
  expect(asked).toBe(20);
  await ask('/api/short', { 'if-none-match': '"11"' });
  expect(asked).toBe(21);
  await ask('/api/short', { 'if-none-match': `"${'x'.repeat(600)}"` });
  await ask('/api/short', { 'if-none-match': `"${'x'.repeat(600)}"` });
  expect(asked).toBe(23);
});

it('is measured like any other request', async () => {
  const count = () =>
    Number(/route="\/api\/short",method="GET",status="2xx"} (\d+)$/m.exec(counts())?.[1] ?? 0);
  const counts = () => requestSeconds.text().replaceAll(/^(?!.*_count).*$/gm, '');
  await ask('/api/short');
  await untilQuiet();
  const before = count();
  for (let n = 0; n < 5; n++) await ask('/api/short');
  await untilQuiet();
  expect(asked).toBe(1);
  expect(count()).toBe(before + 5);
});

/** A request is measured once its answer has gone. */
async function untilQuiet(): Promise<void> {
  while (trafficOf(server).size > 0) await new Promise(setImmediate);
}

/** Somebody who waits for an answer that does not come. */
function nobody(): Parameters<ReturnType<typeof trafficOf>['enter']> {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  return [request, new ServerResponse(request)];
}
