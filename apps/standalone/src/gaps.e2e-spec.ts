import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deep,
  freePort,
  Line,
  Marketplace,
  type TestFarm,
  type TestPerson,
  TestProcess,
  testEngines,
  waitFor,
} from '#libs/testing';
import { type Shown, WebPage } from './testing/web-page.js';

type Product = Awaited<ReturnType<Marketplace['product']>>;

/** Milliseconds until the reconciler has requeued events whose jobs Redis lost: two minutes, then its next run. */
const REQUEUED_MS = 200_000;
/** Milliseconds within which a screen equals the API's responses, even on a busy machine. */
const EQUAL_MS = 25_000;
const TEN_MINUTES = 10 * 60_000;
/** Events that pages miss while their network is cut; `npm run test:deep` asks for more. */
const MISSED = process.env.TEST_DEEP === '1' ? 200 : 30;

let dir: string;
let redis: TestProcess;
let market: Marketplace;
/** Two gateways in processes of their own, beside the one of the marketplace. */
let gateways: TestProcess[];
let worker: TestProcess;
let admin: TestPerson;
let customer: TestPerson;
let farm: TestFarm;
let plums: Product;
let pears: Product;
let pages: WebPage[] = [];
let lines: Line[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farmgate-gaps-'));
  const port = await freePort();
  redis = await TestProcess.redis(dir, port);
  const { mongodbUri } = await testEngines();
  market = await Marketplace.open({
    engines: { mongodbUri, redisUrl: `redis://127.0.0.1:${port}` },
  });
  // From here on only the separate worker relays.
  await market.stopRelaying();
  [worker, ...gateways] = await Promise.all([
    TestProcess.start('worker', market),
    TestProcess.start('gateway', market),
    TestProcess.start('gateway', market),
  ]);
  admin = await market.person('admin');
  customer = await market.person('customer');
  farm = await market.farm();
  plums = await market.product(farm, { name: 'Plums', stock: 5_000 });
  pears = await market.product(farm, { name: 'Pears', stock: 5_000 });
  await market.settled();
});
afterEach(async () => {
  for (const page of pages) page.close();
  for (const line of lines) await line.close();
  pages = [];
  lines = [];
});
afterAll(async () => {
  await market?.close();
  for (const child of [worker, ...(gateways ?? [])]) await child?.signal('SIGKILL');
  await redis?.signal('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

const portOf = (n: number) => gateways[n]?.port ?? 0;

async function open(
  person: TestPerson | null,
  shown: readonly Shown[],
  { skew = 0, port = portOf(0) } = {},
): Promise<{ page: WebPage; line: Line }> {
  const line = await Line.to(port);
  lines.push(line);
  const user = person?.user;
  const farmId = user?.role === 'farmer' ? farm.id : null;
  const page = await WebPage.open({
    url: market.url,
    line,
    client: person?.client ?? market.visitor,
    viewer: user ? { id: user._id, role: user.role, farmId } : null,
    shown,
    watching: [plums._id.toString(), pears._id.toString()],
    skew,
  });
  pages.push(page);
  return { page, line };
}

/** Rows of a list to compare; not every screen has loaded those below. */
const COMPARED = 40;
type Row = Record<string, unknown>;
type Pages = { pages: [Record<string, unknown>] };
/** The newest rows of a list, and the page's other fields. */
const newest = (name: string, row: (one: Row) => Row) => (data: unknown) => {
  const { nextCursor: _, ...page } = (data as Pages).pages[0];
  return { ...page, [name]: (page[name] as Row[]).slice(0, COMPARED).map(row) };
};
const whole = (row: Row) => row;
const orders: Shown = {
  key: ['orders', 'list', {}],
  path: '/orders?limit=100',
  paged: true,
  compared: newest('orders', whole),
};
const inbox: Shown = {
  key: ['inbox', 'list', {}],
  path: '/inbox?limit=100',
  paged: true,
  compared: newest('notifications', whole),
};
/** A farm receives its own parts, not the version of the whole order. */
const farmOrders: Shown = {
  ...orders,
  compared: newest('orders', (order) => ({ ...order, version: 0 })),
};
const product = ({ _id }: Product): Shown => ({
  key: ['products', 'detail', _id.toString()],
  path: `/products/${_id}`,
});
const adminScreen = (): Shown[] => [
  orders,
  { key: ['stats', 'orders'], path: '/orders/stats' },
  { key: ['stats', 'products'], path: '/products/stats' },
  { key: ['users', 'list', {}], path: '/users?limit=100', paged: true },
];

/** A page of each role, each on its own connection; two of them have clocks that are ten minutes off. */
async function openAll(port = portOf(0)) {
  const cart = { key: ['cart'], path: '/cart' };
  const all = [
    await open(admin, adminScreen(), { port }),
    await open(customer, [orders, inbox, cart], { port, skew: TEN_MINUTES }),
    await open(farm.farmer, [farmOrders, inbox], { port, skew: -TEN_MINUTES }),
    await open(null, [product(plums), product(pears)], { port }),
  ];
  return { all: all.map(({ page }) => page), lines: all.map(({ line }) => line) };
}

/** Places orders, some of which the farm accepts: about six events each for admins. */
async function sell(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const order = await market.order(customer, [[n % 2 ? plums : pears, 1 + (n % 3)]]);
    const [part] = order.parts;
    if (n % 2 === 0)
      await farm.farmer.client.patch(`/orders/${order._id}/parts/${part?._id}`, {
        version: part?.version,
        status: 'accepted',
      });
  }
}

/** Waits until every screen is what the API answers. */
async function allEqual(shown: readonly WebPage[]): Promise<void> {
  const differences = async () =>
    (await Promise.all(shown.map((page) => page.differences()))).flat();
  await waitFor(
    'the screens to equal the API',
    async () => (await differences()).length === 0,
    EQUAL_MS,
  ).catch(async () => expect(await differences()).toEqual([]));
}

function nothingTwice(shown: readonly WebPage[]): void {
  for (const { received } of shown) expect(received.length).toBe(new Set(received).size);
}
const fetchedBy = (shown: readonly WebPage[]) => shown.flatMap(({ fetched }) => fetched);

describe('after', () => {
  it(`a cut of the network for ${MISSED} events, each is delivered once and nothing is fetched`, async () => {
    const witness = await open(admin, adminScreen(), { port: portOf(1) });
    const { all, lines: cut } = await openAll();
    for (const line of cut) line.cut();
    for (const page of all) await page.isCut();
    while (witness.page.received.length < MISSED) {
      await sell(8);
      await market.settled();
    }
    // Reconnects them to the gateway that they had not used.
    for (const line of cut) line.lead(portOf(1));
    for (const page of all) await page.isLive();
    await allEqual([...all, witness.page]);
    // One page received each event at its commit, the other in the order of the log.
    expect(all[0]?.received.toSorted()).toEqual(witness.page.received.toSorted());
    nothingTwice([...all, witness.page]);
    expect(fetchedBy(all)).toEqual([]);
    expect(all.map(({ resyncs }) => resyncs)).toEqual([0, 0, 0, 0]);
  });

  deep('a restart of their gateway, pages resume at another one and miss nothing', async () => {
    const { all, lines: led } = await openAll();
    for (const line of led) line.lead(portOf(1));
    await Promise.all([gateways[0]?.signal('SIGTERM'), sell(6)]);
    for (const page of all) await page.isLive();
    await market.settled();
    await allEqual(all);
    nothingTwice(all);
    expect(fetchedBy(all)).toEqual([]);
    gateways[0] = await TestProcess.start('gateway', market);
    await sell(1);
    await allEqual(all);
  });

  it('a kill of their gateway, the same', async () => {
    const { all, lines: led } = await openAll(portOf(1));
    for (const line of led) line.lead(portOf(0));
    const selling = sell(6);
    await gateways[1]?.signal('SIGKILL');
    await selling;
    for (const page of all) await page.isLive();
    await market.settled();
    await allEqual(all);
    expect(fetchedBy(all)).toEqual([]);
  });

  it('a restart of Redis that loses its newest writes, what was committed is delivered', async () => {
    const { all } = await openAll();
    await sell(3);
    await redis.signal('SIGKILL');
    await sell(2);
    redis = await TestProcess.redis(dir, redis.port);
    await sell(1);
    await market.settled(REQUEUED_MS);
    for (const page of all) await page.isLive();
    await allEqual(all);
  });

  deep(
    'a kill of the worker before it has handled what is committed, the next one handles it',
    async () => {
      const { all } = await openAll();
      await worker.signal('SIGSTOP');
      await sell(2);
      const unhandled = () => market.collection('outbox').countDocuments({ handledAt: null });
      expect(await unhandled()).toBeGreaterThan(0);
      await worker.signal('SIGKILL');
      worker = await TestProcess.start('worker', market);
      await market.settled();
      await allEqual(all);
      nothingTwice(all);
      expect(fetchedBy(all)).toEqual([]);
    },
  );

  deep('a sleep longer than the server waits, pages reconnect by themselves', async () => {
    const { all, lines: frozen } = await openAll();
    for (const line of frozen) line.freeze();
    await sell(4);
    await market.settled();
    for (const page of all) page.passTime(3_600_000);
    await allEqual(all);
    nothingTwice(all);
    expect(fetchedBy(all)).toEqual([]);
  });

  it('the token has expired in the middle of a session, the page reconnects with a new one', async () => {
    const { page, line } = await open(customer, [orders, inbox]);
    page.expireToken();
    line.cut();
    await page.isCut();
    await sell(2);
    await market.settled();
    line.lead(portOf(0));
    await page.isLive();
    await allEqual([page]);
    nothingTwice([page]);
    expect([page.fetched, page.effects]).toEqual([[], []]);
  });
});
