import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { platformConfigSchema, readConfig } from '../config.js';
import { earlyAnswersOf, SharedAnswer } from './early-answers.js';
import { httpAdapter } from './http-app.js';
import { trafficOf } from './traffic.js';

/** What is told before Fastify, on connections that are used in every way that HTTP/1 knows. */

const config = readConfig(
  platformConfigSchema,
  {},
  {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: 'mongodb://unused' },
    ...{ REDIS_URL: 'redis://unused', TICKET_SECRET: 's'.repeat(32), MAX_REQUESTS: '1000' },
  },
);
const fastify = httpAdapter(config).getInstance() as unknown as FastifyInstance;
const server = fastify.server as Server;
const traffic = trafficOf(server);
const early = earlyAnswersOf(server);
const short = '{"words":"Größe ✓"}';
const long = JSON.stringify({ words: 'Brandywine, Größe 3. '.repeat(2_000) });
const slow = '{"words":"at last"}';

/** How often a route was asked. */
let asked = 0;
let serve = () => {};
let port = 0;
beforeAll(async () => {
  const shared = new Map(['/short', '/long'].map((path) => [path, new SharedAnswer()]));
  early.keptBy({ find: (url) => shared.get(url), admits: () => true });
  for (const [path, answer] of shared)
    fastify.get(path, (request, reply) => {
      asked++;
      early.share(request, answer);
      return reply
        .type('application/json; charset=utf-8')
        .send(Buffer.from(path === '/long' ? long : short));
    });
  fastify.get('/slow', async (_request, reply) => {
    await new Promise<void>((resolve) => {
      serve = resolve;
    });
    return reply.type('application/json; charset=utf-8').send(slow);
  });
  port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
  // From here on the early answers are known.
  for (const path of ['/short', '/long']) await talk([`GET ${path}`]);
  asked = 0;
});
afterAll(() => fastify.close());

async function call(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const request = (line: string, headers = '') =>
  `${line}${line.includes('HTTP/') ? '' : ' HTTP/1.1'}\r\nhost: shop.test\r\n${headers}\r\n`;

interface Told {
  readonly head: string;
  readonly body: string;
}

/** Reads so many answers; those to HEAD have no body. */
async function hear(socket: Socket, lines: readonly string[]): Promise<Told[]> {
  let bytes = Buffer.alloc(0);
  const told: Told[] = [];
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    for (let end = bytes.indexOf('\r\n\r\n'); end >= 0; end = bytes.indexOf('\r\n\r\n')) {
      const head = bytes.subarray(0, end).toString();
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      const size = lines[told.length]?.startsWith('HEAD') ? 0 : length;
      if (bytes.length < end + 4 + size) break;
      told.push({ head, body: bytes.subarray(end + 4, end + 4 + size).toString() });
      bytes = bytes.subarray(end + 4 + size);
    }
    if (told.length === lines.length) break;
  }
  expect(bytes.toString()).toBe('');
  return told;
}

/** Says all of it at once. */
async function talk(lines: readonly string[], headers = ''): Promise<Told[]> {
  const socket = await call();
  socket.write(lines.map((line) => request(line, headers)).join(''));
  const told = await hear(socket, lines);
  socket.destroy();
  return told;
}

const untilQuiet = async () => {
  while (traffic.size > 0) await new Promise(setImmediate);
};

it('answers what is asked at once in its order, each in its own words', async () => {
  const lines = ['/short', '/slow', '/long', '/short', '/nowhere', '/long'].map(
    (at) => `GET ${at}`,
  );
  const socket = await call();
  socket.write(lines.map((line) => request(line)).join(''));
  const hearing = hear(socket, lines);
  // What stands behind the slow one waits for it, and is counted as waiting.
  while (traffic.size < lines.length - 1) await new Promise(setImmediate);
  expect(traffic.size).toBe(lines.length - 1);
  serve();
  const told = await hearing;
  expect(told.map(({ head }) => head.slice(9, 12))).toEqual('200 200 200 200 404 200'.split(' '));
  expect(told.map(({ body }) => body).toSpliced(4, 1)).toEqual([short, slow, long, short, long]);
  expect(new Set(told.map(({ head }) => /x-request-id: (\S+)/.exec(head)?.[1])).size).toBe(6);
  expect(asked).toBe(0);
  await untilQuiet();
  socket.destroy();
});

it('says nothing behind the head to HEAD, and goes on with the next one', async () => {
  const told = await talk(['HEAD /short', 'GET /short', 'HEAD /long', 'GET /long']);
  expect(told.map(({ body }) => body)).toEqual(['', short, '', long]);
});

it.each([
  ['of HTTP/1.0', 'GET /short HTTP/1.0', '', 'close'],
  ['of HTTP/1.0 that is to be kept', 'GET /short HTTP/1.0', 'connection: keep-alive\r\n', 'keep'],
  ['that is to be ended', 'GET /short', 'connection: close\r\n', 'close'],
  ['that is kept', 'GET /short', '', 'keep'],
])('on a connection %s', async (_, line, headers, then) => {
  asked = 0;
  const socket = await call();
  const ended = once(socket, 'end').then(() => 'close');
  socket.write(request(line, headers));
  const [told] = await hear(socket, [line]);
  expect(told?.body).toBe(short);
  expect(told?.head).toMatch(
    then === 'close' ? /^connection: close$/im : /^connection: keep-alive$/im,
  );
  const asksAgain = async () => {
    socket.write(request(line, headers));
    return (await hear(socket, [line])).length === 1 ? 'keep' : 'nothing';
  };
  expect(await (then === 'close' ? ended : asksAgain())).toBe(then);
  expect(asked).toBe(0);
  socket.destroy();
});

it('waits with who reads slowly, counts what waits, and tells all of it in the end', async () => {
  const lines = Array.from({ length: 400 }, () => 'GET /long');
  const socket = await call();
  socket.pause().write(lines.map((line) => request(line)).join(''));
  while (traffic.size === 0) await new Promise(setImmediate);
  expect((await talk(['GET /short']))[0]?.body).toBe(short);
  const told = await hear(socket, lines);
  expect(told.every(({ body }) => body === long)).toBe(true);
  await untilQuiet();
  socket.destroy();
});

it('forgets who has gone, and answers everybody else', async () => {
  for (const lines of [
    Array.from({ length: 400 }, () => 'GET /long'),
    ['GET /slow', 'GET /short'],
  ]) {
    const socket = await call();
    socket.pause().write(lines.map((line) => request(line)).join(''));
    while (traffic.size === 0) await new Promise(setImmediate);
    socket.destroy();
    serve();
    await untilQuiet();
    expect((await talk(['GET /short']))[0]?.body).toBe(short);
  }
});

it('ends the connection with the answer once the server takes leave', async () => {
  const socket = await call();
  const leaving = traffic.leave(20, 1_000);
  socket.write(request('GET /short'));
  const [told] = await hear(socket, ['GET /short']);
  expect([told?.body, /^connection: (.*)$/im.exec(told?.head ?? '')?.[1]]).toEqual([
    short,
    'close',
  ]);
  await leaving;
});
