import 'reflect-metadata';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Module, Post, Req, StreamableFile } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { productionConfig, waitFor } from '#libs/testing';
import { Public } from '../auth/access.js';
import { createLogger } from '../logging.js';
import { CoreModule, HealthModule } from '../platform.module.js';
import { createHttpApp } from './http-app.js';
import { limitsOf } from './load-limit.js';
import { PIPELINED_MAX, trafficOf } from './traffic.js';

const TIMEOUTS = { bodyMs: 500, readerMs: 500, queueMs: 500 };
/** More than the system buffers for a client that does not read. */
const ASSET = Array<Buffer>(128).fill(Buffer.alloc(65_536, 'a'));

@Controller()
@Public()
class Shop {
  @Get('asset')
  asset(): StreamableFile {
    return new StreamableFile(Readable.from(ASSET));
  }

  @Post('orders')
  order(@Body() body: unknown): unknown {
    return body;
  }

  @Post('pictures')
  async picture(@Req() { body }: { body: Readable }): Promise<{ bytes: number }> {
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
    return { bytes };
  }
}

let app: NestFastifyApplication;
let port = 0;
let limits: ReturnType<typeof limitsOf>;
const open: Socket[] = [];
beforeAll(async () => {
  const config = await productionConfig({ MAX_REQUESTS: '20' });
  limits = limitsOf(config);
  const logger = createLogger('silent', 'test');
  @Module({
    imports: [CoreModule.forRoot(config, logger), HealthModule],
    controllers: [Shop],
  })
  class Process {}
  app = await createHttpApp(Process, config, logger, TIMEOUTS);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addContentTypeParser('image/png', (_request, body, done) => done(null, body));
  await app.listen(0, '127.0.0.1');
  port = Number(new URL(await app.getUrl()).port);
});
afterAll(() => app.close());
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await waitFor('it to be at rest', () => trafficOf(app.getHttpServer()).size === 0);
});

/** A connection from one of this machine's addresses. */
async function from(localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  // A server may reset a connection that it refuses.
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}
const get = (path: string) => `GET /api/v1${path} HTTP/1.1\r\nhost: shop.test\r\n\r\n`;
const post = (path: string, type: string, length: number) =>
  `POST /api/v1${path} HTTP/1.1\r\nhost: shop.test\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

/** All that comes until the server ends the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  return text;
}
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** The status that another client gets from another address. */
async function statusOf(method: 'GET' | 'POST', localAddress = '127.0.0.9'): Promise<number> {
  const socket = await from(localAddress);
  socket.write(method === 'GET' ? get('/asset') : `${post('/orders', 'application/json', 2)}{}`);
  const [head] = await once(socket, 'data');
  socket.destroy();
  return statusesIn(String(head))[0] ?? 0;
}

describe('a client that does not read its answers', () => {
  it('has some of them made, takes nobody elses place, and is cut', async () => {
    const socket = await from('127.0.0.2');
    socket.pause().write(get('/asset').repeat(400));
    await waitFor('its requests', () => trafficOf(app.getHttpServer()).size > 10);
    const seen: number[] = [];
    for (let n = 0; n < 30; n++) seen.push(await statusOf('GET'));
    expect(new Set(seen)).toEqual(new Set([200]));
    await waitFor('it to be cut', () => trafficOf(app.getHttpServer()).size === 0);
  });

  it('is refused more than a few at once, on many connections too', async () => {
    const { requests } = limits.ofNetwork;
    for (let n = 0; n < requests + 3; n++) {
      const socket = await from('127.0.0.3');
      socket.pause().write(get('/asset').repeat(PIPELINED_MAX));
    }
    await waitFor('its requests', () => trafficOf(app.getHttpServer()).size >= requests);
    expect(await statusOf('GET', '127.0.0.3')).toBe(429);
    expect(await statusOf('GET')).toBe(200);
  });

  it('that asks for too much at once and reads is answered in order, then refused', async () => {
    const socket = await from('127.0.0.4');
    socket.write(get('/health/live').repeat(40));
    const statuses = statusesIn(await readAll(socket));
    expect(statuses).toEqual([...Array<number>(PIPELINED_MAX).fill(200), 429]);
  });
});

it('requests that the process makes for itself count with the page that needs them', async () => {
  const fastify = app.getHttpAdapter().getInstance();
  for (let n = 0; n < 2 * limits.requests; n++) {
    const { statusCode } = await fastify.inject({
      url: '/api/v1/asset',
      remoteAddress: '127.0.0.8',
    });
    expect(statusCode).toBe(200);
  }
});

describe('a body that does not arrive', () => {
  it.each([
    ['/orders', 'application/json'],
    ['/pictures', 'image/png'],
  ])('at %s is answered 408, and its connection is closed', async (path, type) => {
    const socket = await from('127.0.0.5');
    socket.write(`${post(path, type, 200)}{`);
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 408 .*BODY_TIMEOUT/s);
    expect(statusesIn(text)).toEqual([408]);
  });

  it('takes no place of changes, also from many addresses', async () => {
    // Twice as many as there may be changes.
    for (let n = 0; n < 2 * limits.changes; n++) {
      const socket = await from(`127.0.1.${n + 1}`);
      socket.write(`${post('/orders', 'application/json', 200)}{`);
    }
    await waitFor('them', () => trafficOf(app.getHttpServer()).size === 2 * limits.changes);
    expect(await statusOf('POST')).toBe(201);
  });

  it('leaves an address only so many', async () => {
    const { bodies } = limits.ofNetwork;
    for (let n = 0; n < bodies; n++)
      (await from('127.0.0.6')).write(post('/orders', 'application/json', 200));
    await waitFor('them', () => trafficOf(app.getHttpServer()).size === bodies);
    expect(await statusOf('POST', '127.0.0.6')).toBe(429);
    expect(await statusOf('GET', '127.0.0.6')).toBe(200);
  });

  it('may be slow as long as it arrives', async () => {
    const socket = await from('127.0.0.7');
    const [part, parts] = [2_000, 8];
    socket.write(post('/pictures', 'image/png', part * parts));
    const timer = setInterval(() => socket.write(Buffer.alloc(part, 'a')), TIMEOUTS.bodyMs / 4);
    const [head] = await once(socket, 'data');
    clearInterval(timer);
    expect(String(head)).toMatch(/^HTTP\/1\.1 201 .*"bytes":16000/s);
  });
});
