import 'reflect-metadata';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { HttpClient, Marketplace, testEngines } from '#libs/testing';
import { readConfig } from '../config.js';
import { createLogger } from '../logging.js';
import { platformConfigSchema } from '../platform.config.js';
import { CoreModule, HealthModule } from '../platform.module.js';
import { createHttpApp } from './http-app.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A process without a database, such as a gateway. */
async function process(
  REDIS_URL: string,
  settings: Record<string, string> = {},
): Promise<NestFastifyApplication> {
  const config = readConfig(
    platformConfigSchema,
    {},
    {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: 'mongodb://unused',
      REDIS_URL,
      TICKET_SECRET: 's'.repeat(32),
      ...settings,
    },
  );
  const logger = createLogger('silent', 'test');
  @Module({ imports: [CoreModule.forRoot(config, logger), HealthModule] })
  class Process {}
  const app = await createHttpApp(Process, config, logger);
  await app.listen(0, '127.0.0.1');
  return app;
}

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('a process that can work', () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await Marketplace.open();
  });
  afterAll(() => market.close());

  it.each(['live', 'ready'])('says that it is %s, to everybody', async (state) => {
    expect(await market.visitor.get(`/health/${state}`)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
  });

  it('gives every answer a request id of its own, or that of a trusted proxy, unless that is none', async () => {
    const behindProxy = await process(market.engines.redisUrl, { TRUSTED_PROXIES: '1' });
    const proxied = new HttpClient(await behindProxy.getUrl());
    const idOf = async (client: HttpClient, given: Record<string, string>) =>
      (await client.call('GET', '/health/live', undefined, given)).headers.get('x-request-id');
    expect(await idOf(proxied, {})).toMatch(UUID);
    expect(await idOf(proxied, { 'x-request-id': 'from-the-proxy-1' })).toBe('from-the-proxy-1');
    expect(await idOf(proxied, { 'x-request-id': 'x y <script>' })).toMatch(UUID);
    expect(await idOf(market.visitor, { 'x-request-id': 'from-a-client-1' })).toMatch(UUID);
    await behindProxy.close();
  });

  it('sends the headers that keep browsers safe, also with errors', async () => {
    for (const path of ['/health/live', '/nowhere', '/%E0%A4%A']) {
      const { headers } = await market.visitor.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      for (const name of ['access-control-allow-origin', 'strict-transport-security', 'server'])
        expect([name, headers.get(name)]).toEqual([name, null]);
    }
  });

  it('sends CORS headers to no other origin, and none where no origin asks', async () => {
    const none = [{}, { origin: 'https://evil.example' }, { origin: 'null' }];
    for (const origin of [...none, { origin: `${market.url}.evil.example` }]) {
      const asked = { ...origin, 'access-control-request-method': 'GET' };
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await market.visitor.call(method, '/products', undefined, asked);
        const cors = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect([origin, cors, headers.get('vary')]).toEqual([
          origin,
          [],
          expect.stringMatching(/^Origin/),
        ]);
      }
    }
  });

  it('forbids every cache to store responses to signed-in users', async () => {
    const { client } = await market.person('customer');
    for (const path of ['/users/me', '/orders', '/nowhere'])
      expect((await client.get(path)).headers.get('cache-control')).toBe('no-store');
    const signedIn = (await client.get('/products')).headers;
    expect([signedIn.get('cache-control'), signedIn.get('etag')]).toEqual(['no-store', null]);
  });

  it('lets browsers cache public responses, and revalidates them by their ETag', async () => {
    const path = `${market.url}/api/v1/products`;
    const ask = async (had?: string) => {
      const answer = await fetch(path, had ? { headers: { 'if-none-match': had } } : {});
      return { answer, text: await answer.text() };
    };
    const [{ answer, text }, again] = [await ask(), await ask()];
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    // The same cached body, with a request id of its own.
    expect(again.text).toBe(text);
    const idOf = (one: Response) => one.headers.get('x-request-id');
    expect(idOf(again.answer)).not.toBe(idOf(answer));
    expect([...again.answer.headers.keys()]).toEqual([...answer.headers.keys()]);
    const unchanged = await ask(answer.headers.get('etag') ?? '');
    expect([unchanged.answer.status, unchanged.text]).toEqual([304, '']);
    expect(unchanged.answer.headers.get('x-frame-options')).toBe('DENY');
  });

  it('answers a path or a method that it does not have with a problem', async () => {
    expect(await market.visitor.get('/nowhere')).toMatchObject({
      status: 404,
      code: 'ROUTE_NOT_FOUND',
    });
    expect(await market.visitor.delete('/health/live')).toMatchObject({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    });
  });
});

describe('a process without a database', () => {
  it('is ready when Redis is', async () => {
    const app = await process((await testEngines()).redisUrl);
    const client = new HttpClient(await app.getUrl());
    expect((await client.get('/health/ready')).status).toBe(200);
    await app.close();
  });

  it('has browsers use TLS only, where it is reached by TLS', async () => {
    const settings = { PUBLIC_URL: 'https://shop.example.test' };
    const app = await process((await testEngines()).redisUrl, settings);
    const client = new HttpClient(await app.getUrl());
    for (const path of ['/health/live', '/nowhere', '/%E0%A4%A'])
      expect((await client.get(path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
    await app.close();
  });

  it('lives without Redis, and says in time that it is not ready', async () => {
    // Only slightly longer than a check waits, because the timer of its command outlives the process.
    const settings = { REDIS_TIMEOUT_MS: '2200' };
    const app = await process(`redis://127.0.0.1:${await closedPort()}`, settings);
    const client = new HttpClient(await app.getUrl());
    expect((await client.get('/health/live')).status).toBe(200);
    expect(await client.get('/health/ready')).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    });
    await app.close();
  });
});
