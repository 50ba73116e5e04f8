import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { orderDtoSchema } from '#libs/contracts';
import type { Product } from '#libs/products';
import { ADDRESS, Marketplace, SocketClient, type TestPerson } from '#libs/testing';
import { createLogger } from '../logging.js';
import { runInContext } from '../request-context.js';
import { spanIdsOf } from './traces.js';

const TOKEN = 'a token for tests only';
const REQUEST = '0192d3a4-4c1f-7a6b-8c9d-0e1f2a3b4c5d';

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});

/** The spans that a stand-in for a collector has received. */
const spans: z.infer<typeof spanSchema>[] = [];
const collector = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = exportSchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  })();
});

let market: Marketplace;
let customer: TestPerson;
let admin: TestPerson;
let product: Product;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = z.object({ port: z.number() }).parse(collector.address());
  market = await Marketplace.open({
    settings: {
      METRICS_TOKEN: TOKEN,
      TRUSTED_PROXIES: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    },
  });
  [customer, admin] = [await market.person('customer'), await market.person('admin')];
  product = await market.product(await market.farm());
});
afterAll(() => {
  collector.close();
});

const figures = async (token: string | null = TOKEN) => {
  const answer = await fetch(`${market.url}/metrics`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
};

describe('an order', () => {
  it('takes the id of its request along: HTTP → event → job → event → socket', async () => {
    const socket = await SocketClient.connect(market.url, admin.client);
    const answer = await customer.client.post(
      '/orders',
      { items: [{ productId: product._id.toString(), quantity: 2 }], address: ADDRESS },
      { 'idempotency-key': 'observed-order', 'x-request-id': REQUEST },
    );
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, REQUEST]);
    const { _id } = orderDtoSchema.parse(answer.body);
    const isOurs = ({ correlationId }: { correlationId: string }) => correlationId === REQUEST;
    expect(await socket.receives('order.placed', isOurs)).toMatchObject({ aggregateId: _id });
    // The event that the worker's handlers, in a job, published for the admin's socket.
    expect(await socket.receives('analytics.changed', isOurs)).toBeDefined();
    socket.close();
    await market.settled();
  });

  it('has its id in every line that is logged for it', () => {
    const lines: string[] = [];
    const logger = createLogger('info', 'test', { write: (line) => lines.push(line) });
    runInContext({ requestId: REQUEST, actorId: null }, () => logger.info('done'));
    expect(z.object({ requestId: z.string() }).parse(JSON.parse(lines[0] ?? ''))).toEqual({
      requestId: REQUEST,
    });
  });
});

describe('GET /metrics', () => {
  it('is read with the token only, and is no part of the API', async () => {
    expect((await figures(null)).status).toBe(401);
    expect((await figures('another token')).status).toBe(401);
    expect(await figures()).toMatchObject({
      status: 200,
      type: expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    });
    expect((await market.visitor.get('/metrics')).status).toBe(404);
    expect(JSON.stringify((await market.visitor.get('/openapi.json')).body)).not.toContain(
      '/metrics',
    );
  });

  it('has requests, jobs, event lag, queues, sockets, outbox and the process itself', async () => {
    const socket = await SocketClient.connect(market.url, market.visitor);
    const { text } = await figures();
    socket.close();
    for (const line of [
      /^farmgate_http_request_seconds_count\{route="\/api\/v1\/orders",method="POST",status="2xx"\} 1$/m,
      /^farmgate_job_seconds_count\{queue="domain-events",job="events\.handle",outcome="done"\} [1-9]\d*$/m,
      /^farmgate_event_delivery_seconds_count [1-9]\d*$/m,
      /^farmgate_queue_jobs\{queue="mail",state="failed"\} 0$/m,
      /^farmgate_queue_oldest_waiting_seconds\{queue="domain-events"\} 0$/m,
      /^farmgate_sockets 1$/m,
      /^farmgate_redis_memory_bytes [1-9]\d{5,}$/m,
      /^farmgate_redis_memory_limit_bytes \d+$/m,
      /^farmgate_schedule_missing\{job="stock\.check"\} 0$/m,
      /^farmgate_events_unhandled 0$/m,
      /^farmgate_events_oldest_unhandled_seconds 0$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes /m,
    ])
      expect(text).toMatch(line);
  });

  it("has every figure that the alerts and the operators' guide name", async () => {
    const { text } = await figures();
    const has = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const file of ['deploy/alerts.yml', 'docs/operations.md']) {
      const named = [
        ...readFileSync(file, 'utf8').matchAll(/(?:farmgate|nodejs|process)_\w+_?[a-z]+/g),
      ];
      expect(named.length).toBeGreaterThan(5);
      for (const [name] of named) expect(has).toContain(name.replace(/_(bucket|count)$/, ''));
    }
  });

  it('says how long the oldest event waits to be handled', async () => {
    await market.stopRelaying();
    await market.collection('outbox').updateMany(
      {},
      {
        $set: { handledAt: null, occurredAt: new Date(Date.now() - 90_000) },
      },
    );
    const { text } = await figures();
    const [, age] = /^farmgate_events_oldest_unhandled_seconds (\S+)$/m.exec(text) ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(90);
    const [, count] = /^farmgate_events_unhandled (\S+)$/m.exec(text) ?? [];
    expect(Number(count)).toBe(await market.collection('outbox').countDocuments({}));
  });

  it('has as many series as there are routes, whatever is asked for', async () => {
    const someId = product._id.toString();
    for (const path of [`/products/${someId}`, '/nowhere', `/nowhere/${someId}`, '/%E0%A4%A'])
      await market.visitor.get(path);
    await fetch(`${market.url}/no/such/page`);
    const { text } = await figures();
    expect(text).not.toContain(someId);
    expect(text).not.toContain('nowhere');
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
    expect(routes).toContain('/api/v1/products/:id');
    for (const route of routes) expect(route).toMatch(/^(\/api\/|\/metrics$|\/\*$|none$|file$)/);
  });
});

it('sends one trace of an order: the request, the handlers and the delivery', async () => {
  await market.close();
  const { traceId, spanId } = spanIdsOf(REQUEST);
  const ours = spans.filter((span) => span.traceId === traceId);
  const origin = ours.filter(({ parentSpanId }) => !parentSpanId);
  expect(origin).toEqual([
    expect.objectContaining({ name: 'POST /api/v1/orders', spanId, kind: 2 }),
  ]);
  const children = ours.filter((span) => span.parentSpanId === spanId).map(({ name }) => name);
  expect(children).toHaveLength(ours.length - 1);
  for (const name of ['handle order.placed', 'emit order.placed', 'emit analytics.changed'])
    expect(children).toContain(name);
});
