import 'reflect-metadata';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import * as z from 'zod';
import {
  CoreModule,
  createHttpApp,
  createLogger,
  HealthModule,
  limitsOf,
  PIPELINED_MAX,
} from '#libs/platform';
import { productionConfig, waitFor } from '#libs/testing';
import { GatewayModule } from './gateway.module.js';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

const TIMEOUTS = { bodyMs: 500, readerMs: 500, queueMs: 500 };
const POLLING = '/socket.io/?EIO=4&transport=polling';

let app: NestFastifyApplication;
let port = 0;
let limits: ReturnType<typeof limitsOf>['ofNetwork'];
const open: Socket[] = [];
beforeAll(async () => {
  const config = await productionConfig({ MAX_REQUESTS: '20', TRUSTED_PROXIES: '1' });
  limits = limitsOf(config).ofNetwork;
  const logger = createLogger('silent', 'test');
  @Module({ imports: [CoreModule.forRoot(config, logger), HealthModule, GatewayModule] })
  class Gateway {}
  app = await createHttpApp(Gateway, config, logger, TIMEOUTS);
  app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
  await app.listen(0, '127.0.0.1');
  port = z.object({ port: z.number() }).parse(app.getHttpServer().address()).port;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => app.close());

/** Sends a request from a client's address; returns a function that gives all that was received. */
async function send(client: string, request: string): Promise<() => string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  open.push(socket);
  let text = '';
  socket.on('data', (data) => {
    text += String(data);
  });
  await once(socket, 'connect');
  socket.write(
    request
      .replaceAll('\n\n', `\nhost: shop.test\nx-forwarded-for: ${client}\n\n`)
      .replaceAll('\n', '\r\n'),
  );
  return () => text;
}
const answer = async (client: string, request: string) => {
  const received = await send(client, request);
  await waitFor(`an answer to ${request.slice(0, 20)}`, () => /^HTTP.* \d/.test(received()));
  return Number(/ (\d+)/.exec(received())?.[1]);
};
/** A session that polls; the socket has shown no ticket yet. */
async function session(client: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${POLLING}`, {
    headers: { 'x-forwarded-for': client },
  });
  const { sid } = z.object({ sid: z.string() }).parse(JSON.parse((await response.text()).slice(1)));
  return `${POLLING}&sid=${sid}`;
}
const sessions = (client: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => session(client)));
const unfinished = (path: string) => `POST ${path} HTTP/1.1\ncontent-length: 100\n\n40`;
const poll = (path: string) => `GET ${path} HTTP/1.1\n\n`;

it('a session that polls is answered as ever', async () => {
  const path = await session('203.0.113.1');
  const url = `http://127.0.0.1:${port}${path}`;
  expect(await (await fetch(url, { method: 'POST', body: '40{}' })).text()).toBe('ok');
  expect(await (await fetch(url)).text()).toBe('44{"message":"TOKEN_INVALID"}');
});

it('bodies that do not arrive are ended, and one network sends only its share at a time', async () => {
  const [last = '', ...paths] = await sessions('203.0.113.2', limits.bodies + 1);
  const bodies = await Promise.all(paths.map((path) => send('203.0.113.2', unfinished(path))));
  expect(await answer('203.0.113.2', unfinished(last))).toBe(429);
  expect(await answer('203.0.113.3', unfinished(await session('203.0.113.3')))).toBe(408);
  await waitFor('the bodies to be ended', () => bodies.every((text) => / 408 /.test(text())));
});

it('one network has as many polls waiting as other requests; they end with their connections', async () => {
  const [last = '', ...paths] = await sessions('203.0.113.4', limits.requests + 1);
  for (const path of paths) await send('203.0.113.4', poll(path));
  expect(await answer('203.0.113.4', poll(last))).toBe(429);
  expect(await answer('203.0.113.5', poll(POLLING))).toBe(200);
  for (const socket of open.splice(0)) socket.destroy();
  await waitFor(
    'the network to be free again',
    async () => (await answer('203.0.113.4', poll(POLLING))) === 200,
  );
});

it('one connection has only so many requests in flight', async () => {
  const waiting = poll(await session('203.0.113.6'));
  await send('203.0.113.6', waiting + poll(POLLING).repeat(PIPELINED_MAX));
  await waitFor('the connection to be ended', () => open.at(-1)?.closed ?? false);
});
