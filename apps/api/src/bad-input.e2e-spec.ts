import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { problemSchema, type Role } from '#libs/contracts';
import {
  type ApiOperation,
  apiOperations,
  BAD_HEADERS,
  BAD_IDS,
  BAD_MEDIA_TYPES,
  BAD_QUERY_VALUES,
  badBody,
  type HttpClient,
  INSIDE,
  Marketplace,
  NEVER_STORED,
  ODD_TEXTS,
  oneOf,
  placesIn,
  replacedAt,
  type Schema,
  sampleOf,
} from '#libs/testing';

/** Requests of each kind; BAD_INPUT_RUNS sets another number, BAD_INPUT_SEED repeats the same ones. */
const RUNS = Number(process.env.BAD_INPUT_RUNS ?? 250);
const SEED = Number(process.env.BAD_INPUT_SEED ?? 7);
/**
 * Milliseconds in which every request is answered. The long form runs alone and measures; the short one runs beside
 * other tests, where only a missing response is significant.
 */
const ANSWER_MS = process.env.BAD_INPUT_RUNS === undefined ? 15_000 : 1_000;

let market: Marketplace;
let people: Record<'visitor' | Role, HttpClient>;
let operations: ApiOperation[];
/** The callers whom the guard of an operation lets through. */
const callers = new Map<string, ('visitor' | Role)[]>();
const ids = new Map<string, string>();

beforeAll(async () => {
  market = await Marketplace.open({ settings: { CARD_PROVIDER: 'test-cards' } });
  const farm = await market.farm();
  const customer = await market.person('customer');
  const admin = await market.person('admin');
  const product = await market.product(farm, { stock: 100 });
  const order = await market.order(customer, [[product, 2]]);
  await market.settled();
  people = {
    visitor: market.visitor,
    customer: customer.client,
    farmer: farm.farmer.client,
    admin: admin.client,
  };
  ids.set('/products', product._id.toString());
  ids.set('/cart', product._id.toString());
  ids.set('/favourites/products', product._id.toString());
  ids.set('/favourites/farms', farm.id);
  ids.set('/farms', farm.id);
  ids.set('/admin/money/farms', farm.id);
  ids.set('{month}', new Date().toISOString().slice(0, 7));
  ids.set('/orders', order._id);
  ids.set('{reference}', 'card_1');
  ids.set('/users', customer.user._id);
  ids.set('{partId}', order.parts[0]?._id ?? '');
  ids.set('{slug}', farm.slug);
  ids.set('productId', product._id.toString());

  operations = await apiOperations(market.visitor);
  for (const operation of operations) {
    const open: ('visitor' | Role)[] = [];
    for (const who of ['visitor', 'customer', 'farmer', 'admin'] as const) {
      const path = fill(operation.path, () => 'nobody');
      const { status } = await people[who].call(
        operation.method,
        path,
        operation.method === 'GET' ? undefined : '{',
      );
      if (status !== 401 && status !== 403) open.push(who);
    }
    callers.set(operation.name, open);
  }
});
afterAll(() => market.close());

const fill = (path: string, value: (placeholder: string) => string) =>
  path.replace(/\{\w+\}/g, (placeholder) => value(placeholder));

/** A path with existing ids, so that a request is processed as far as possible. */
const realPath = ({ path }: ApiOperation) =>
  fill(path, (placeholder) => {
    const owner =
      [...ids.keys()]
        .filter((start) => path.startsWith(start))
        .sort()
        .at(-1) ?? '';
    return ids.get(placeholder) ?? ids.get(owner) ?? 'f'.repeat(24);
  });

const sample = (schema: Schema) => sampleOf(schema, (field) => ids.get(field) ?? 'f'.repeat(24));

interface Sent {
  readonly who: 'visitor' | Role;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
}

/** Sends it. The response comes in time, is no server error, and reveals no internals. */
async function answerTo({ who, method, path, body, headers }: Sent): Promise<number> {
  const { token } = people[who];
  const response = await fetch(`${market.url}/api/v1${path}`, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const asked = `${who} ${method} ${path.slice(0, 200)} ${body?.slice(0, 300)}`;
  const { status } = response;
  if (status < 400) return status;
  const problem = problemSchema.safeParse(JSON.parse(text));
  if (!problem.success || status >= 500 || problem.data.status !== status)
    throw new Error(`${asked} was answered ${status} ${text.slice(0, 500)}`);
  const { errors: _, ...rest } = problem.data;
  expect([asked, JSON.stringify(rest)]).toEqual([asked, expect.not.stringMatching(INSIDE)]);
  return status;
}

/** Everything that is stored, as text, except what schedules write, such as the hourly stock check. */
async function stored(): Promise<string> {
  const names = ['users', 'farms', 'products', 'stockLedger', 'orders', 'carts', 'outbox'];
  const more = [
    'payments',
    'reviews',
    'favourites',
    'notifications',
    'contactMessages',
    'auditLog',
  ];
  const rows = await Promise.all(
    [...names, ...more].map((name) =>
      market
        .collection(name)
        .find({ correlationId: { $ne: 'schedule' } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  );
  return JSON.stringify(rows, null, 1);
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

const request = fc.record({ operation: fc.nat(), who: fc.nat(), kind: fc.nat(6), n: fc.nat() });

describe('an invalid request', () => {
  it('is refused with a reason, and changes nothing', async () => {
    const before = await stored();
    const writes = operations.filter(({ method }) => method !== 'GET');
    await fc.assert(
      fc.asyncProperty(request, async ({ operation: chosen, who, kind, n }) => {
        const operation = oneOf(writes, chosen);
        const { method, body: schema, name } = operation;
        const sent: Sent = {
          who: oneOf(callers.get(name) ?? [], who),
          method,
          path: realPath(operation),
          body: schema ? badBody(schema, sample(schema), kind, n) : '{',
          headers: { 'idempotency-key': 'bad-input-0001' },
        };
        const status = await answerTo(
          kind === 5
            ? { ...sent, headers: { 'content-type': oneOf(BAD_MEDIA_TYPES, n) } }
            : kind === 6 && sent.path !== operation.path
              ? { ...sent, path: fill(operation.path, () => oneOf(BAD_IDS, n)) }
              : sent,
        );
        expect([operation.name, sent.body?.slice(0, 300), status >= 400]).toEqual([
          operation.name,
          sent.body?.slice(0, 300),
          true,
        ]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(await stored()).toBe(before);
  }, 1_800_000);

  it('to read is answered without an error of the server', async () => {
    const before = await stored();
    const reads = operations.filter(({ method }) => method === 'GET');
    await fc.assert(
      fc.asyncProperty(request, async ({ operation: chosen, who, kind, n }) => {
        const operation = oneOf(reads, chosen);
        const names = [
          ...operation.query.map((parameter) => parameter.name),
          'unknown',
          '__proto__',
        ];
        const name = oneOf(names, n);
        const value = oneOf(BAD_QUERY_VALUES, n >> 5);
        const query = [
          `${name}=${value}`,
          `${name}[$ne]=${value}`,
          `${name}=${value}&${name}=${value}`,
          `${name}[]=${value}`,
          `${name}.$gt=${value}`,
        ][kind % 5];
        const path =
          kind === 6 ? fill(operation.path, () => oneOf(BAD_IDS, n)) : realPath(operation);
        await answerTo({
          who: oneOf(callers.get(operation.name) ?? [], who),
          method: 'GET',
          path: `${path}?${query}`,
          body: undefined,
          headers: kind === 5 ? oneOf(BAD_HEADERS, n >> 4) : {},
        });
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(await stored()).toBe(before);
  }, 1_800_000);

  it('with a NUL in any parameter or text, or half a character in a text, is refused', async () => {
    const requests = operations.flatMap((operation) => {
      const { method, body: schema } = operation;
      const sent = { method, path: realPath(operation), headers: {} };
      const good = schema && sample(schema);
      const texts = placesIn(schema ?? {}, good).filter(({ value }) => typeof value === 'string');
      return [
        ...operation.query.map(({ name }) => {
          const path = `${sent.path}?${name}=a%00b`;
          return { field: name, sent: { ...sent, path, body: undefined } };
        }),
        ...texts.flatMap(({ at }) =>
          ['a\0b', 'a\uD83Eb', '\uDD55'].map((text) => {
            const body = JSON.stringify(replacedAt(good, at, text));
            const headers = { 'idempotency-key': `broken-${at.join('-')}` };
            return { field: at.join('.'), sent: { ...sent, body, headers } };
          }),
        ),
      ];
    });
    expect(requests.length).toBeGreaterThan(100);
    for (const { field, sent } of requests) {
      const statuses = new Set<number>();
      for (const who of ['visitor', 'customer', 'farmer', 'admin'] as const)
        statuses.add(await answerTo({ who, ...sent }));
      for (const refused of [401, 403]) statuses.delete(refused);
      const asked = [sent.method, sent.path, field];
      expect([...asked, ...statuses]).toEqual([...asked, 400]);
    }
  });

  it('with unusual characters is accepted or refused, without an error of the server', async () => {
    const writes = operations.filter(
      ({ body, name }) => body && !/users\/\{id\}\/status/.test(name),
    );
    await fc.assert(
      fc.asyncProperty(request, async ({ operation: chosen, who, n }) => {
        const operation = oneOf(writes, chosen);
        if (!operation.body) return;
        const good = sample(operation.body);
        const texts = placesIn(operation.body, good).filter(
          ({ value }) => typeof value === 'string',
        );
        if (texts.length === 0) return;
        await answerTo({
          who: oneOf(callers.get(operation.name) ?? [], who),
          method: operation.method,
          path: realPath(operation),
          body: JSON.stringify(replacedAt(good, oneOf(texts, n).at, oneOf(ODD_TEXTS, n >> 4))),
          headers: { 'idempotency-key': `odd-letters-${n}` },
        });
      }),
      { numRuns: RUNS, seed: SEED },
    );
    await market.settled();
    const texts = textsIn(JSON.parse(await stored()));
    expect(texts.filter((text) => NEVER_STORED.test(text))).toEqual([]);
    for (const path of [
      '/products',
      '/farms',
      '/users',
      '/orders',
      '/contact-messages',
      '/orders.csv',
    ])
      expect([path, (await people.admin.get(path)).status]).toEqual([path, 200]);
  }, 1_800_000);
});
