import { expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import {
  type DomainEvent,
  type OrderDto,
  type OrdersPage,
  type ProductsPage,
  productDtoSchema,
  type UsersPage,
} from '#libs/contracts';
import { putOrder } from '../../features/orders/orders.live';
import { liveStore } from '../../realtime/live-store';
import type { Viewer } from '../../realtime/live-table';
import { LivePage } from '../../testing/live-page';
import { queryKeys } from '../../testing/query-keys';
import { copy, farmId, farmViewOf, ServerModel } from '../../testing/server-model';

const admin: Viewer = { id: farmId(8), role: 'admin', farmId: null };
const farmer: Viewer = { id: farmId(7), role: 'farmer', farmId: farmId(0) };

/** A query cache as after the first load; the order lists have a first page of three rows. */
function loaded(server: ServerModel): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
  });
  const orders = copy(server.orders).reverse();
  const users = copy(server.users).reverse();
  const products = copy(server.products);
  const page = { orders: orders.slice(0, 3), nextCursor: 'more', total: orders.length };
  const infinite = <Page>(first: Page) => ({ pages: [first], pageParams: [undefined] });
  client.setQueryData(queryKeys.orders({}), infinite(page));
  for (const status of ['Processing', 'Delivered', 'Cancelled'] as const) {
    const rows = orders.filter((order) => order.status === status);
    client.setQueryData(
      queryKeys.orders({ status }),
      infinite({ orders: rows, nextCursor: null, total: rows.length }),
    );
  }
  for (const order of orders) client.setQueryData(queryKeys.order(order._id), order);
  client.setQueryData(
    queryKeys.users({}),
    infinite({ users, nextCursor: null, total: users.length }),
  );
  const suspended = users.filter((user) => user.status === 'suspended');
  client.setQueryData(
    queryKeys.users({ status: 'suspended' }),
    infinite({ users: suspended, nextCursor: null, total: suspended.length }),
  );
  const productsPage = { products, nextCursor: null, total: products.length };
  const shown = { ...productsPage, products: products.map((one) => productDtoSchema.parse(one)) };
  client.setQueryData(['products', 'list', {}], infinite(shown));
  client.setQueryData(queryKeys.ownProducts({}), infinite(productsPage));
  client.setQueryData(queryKeys.allProducts({}), infinite(productsPage));
  for (const status of ['live', 'paused'] as const) {
    const rows = products.filter((product) => product.status === status);
    const part = { products: rows, nextCursor: null, total: rows.length };
    client.setQueryData(queryKeys.ownProducts({ status }), infinite(copy(part)));
  }
  for (const product of shown.products)
    client.setQueryData(['products', 'detail', product._id], product);
  client.setQueryData(queryKeys.cart, copy(server.cart));
  client.setQueryData(queryKeys.orderStats, { ...server.stats });
  return client;
}

/** The query data after the next fetch: without rows that no longer match a list's filter. */
function screen(client: QueryClient): Record<string, unknown> {
  const entries = client
    .getQueryCache()
    .getAll()
    .map((query) => {
      const onSale = query.queryKey[0] === 'products' ? { status: 'live' } : {};
      const filter: { status?: string } = { ...onSale, ...(query.queryKey[2] ?? {}) };
      const keep = (row: { status: string }) => !filter.status || row.status === filter.status;
      const data = JSON.parse(JSON.stringify(query.state.data), (name, value) =>
        ['orders', 'users', 'products'].includes(name) ? value.filter(keep) : value,
      );
      return [JSON.stringify(query.queryKey), data] as const;
    });
  return Object.fromEntries(entries);
}

function first<Page>(client: QueryClient, key: readonly unknown[]): Page {
  const data = client.getQueryData<{ pages: Page[] }>(key);
  const page = data?.pages[0];
  if (!page) throw new Error(`no page under ${JSON.stringify(key)}`);
  return page;
}

function applied(start: QueryClient, events: readonly DomainEvent[], viewer = admin): QueryClient {
  new LivePage(start, viewer).apply(events);
  return start;
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('place' as const), farms: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('step' as const),
    order: fc.nat(9),
    part: fc.nat(2),
    to: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('register' as const) }),
  fc.record({
    kind: fc.constant('user' as const),
    at: fc.nat(5),
    status: fc.constantFrom('active' as const, 'suspended' as const, 'inactive' as const),
  }),
  fc.record({
    kind: fc.constant('stock' as const),
    at: fc.nat(5),
    available: fc.nat(20),
    price: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    at: fc.nat(5),
    words: fc.string({ maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('moderate' as const),
    at: fc.nat(5),
    reason: fc.string({ minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('product' as const) }),
  fc.record({ kind: fc.constant('cart' as const) }),
  fc.record({ kind: fc.constant('stats' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

function perform(server: ServerModel, acts: readonly Act[]): void {
  for (const one of acts) {
    if (one.kind === 'place') server.place(one.farms);
    else if (one.kind === 'step') server.step(one.order, one.part, one.to);
    else if (one.kind === 'register') server.register();
    else if (one.kind === 'user') server.setUserStatus(one.at, one.status);
    else if (one.kind === 'stock') server.setStock(one.at, one.available, one.price);
    else if (one.kind === 'edit') server.editProduct(one.at, one.words);
    else if (one.kind === 'moderate') server.moderate(one.at, one.reason);
    else if (one.kind === 'product') server.createProduct();
    else if (one.kind === 'cart') server.changeCart();
    else server.changeStats();
  }
}

test('shuffled, duplicated and differently batched events result in the same data', () => {
  fc.assert(
    fc.property(
      fc.array(act, { minLength: 1, maxLength: 16 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 6 }),
      (acts, randomNumbers, batch) => {
        const server = new ServerModel();
        const inOrder = loaded(server);
        const shuffled = loaded(server);
        perform(server, acts);

        const inOrderPage = new LivePage(inOrder, admin);
        for (const event of server.events) inOrderPage.apply([event]);

        const doubled = [
          ...server.events,
          ...server.events.filter(() => randomNumbers.next().value % 2 === 0),
        ]
          .map((event) => ({ event, rank: randomNumbers.next().value }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ event }) => event);
        const shuffledPage = new LivePage(shuffled, admin);
        for (let at = 0; at < doubled.length; at += batch)
          shuffledPage.apply(doubled.slice(at, at + batch));

        expect(screen(shuffled)).toEqual(screen(inOrder));
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
  );
});

test('late events do not overwrite a newer response', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 16 }), (acts) => {
      const server = new ServerModel();
      perform(server, acts);
      const client = loaded(server);
      const before = screen(client);
      applied(client, server.events.slice(0, Math.ceil(server.events.length / 2)));
      expect(screen(client)).toEqual(before);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 30) },
  );
});

test('the data after the events equals the server response', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 16 }), (acts) => {
      const server = new ServerModel();
      const client = loaded(server);
      const seen = new Set(
        first<OrdersPage>(client, queryKeys.orders({})).orders.map((o) => o._id),
      );
      const older = server.orders.filter((order) => !seen.has(order._id)).map((order) => order._id);
      perform(server, acts);
      applied(client, server.events);

      const newest = [...server.orders].reverse();
      const all = first<OrdersPage>(client, queryKeys.orders({}));
      expect(all.orders).toEqual(newest.filter((order) => !older.includes(order._id)));
      expect(all.total).toBe(server.orders.length);
      for (const status of ['Processing', 'Delivered', 'Cancelled'] as const) {
        const list = first<OrdersPage>(client, queryKeys.orders({ status }));
        const rows = newest.filter((order) => order.status === status);
        expect(list.orders.filter((order) => order.status === status)).toEqual(rows);
        expect(list.total).toBe(rows.length);
      }
      const users = first<UsersPage>(client, queryKeys.users({}));
      expect(users.users).toEqual([...server.users].reverse());
      const own = first<ProductsPage>(client, queryKeys.allProducts({}));
      expect(new Map(own.products.map((row) => [row._id, row]))).toEqual(
        new Map(server.products.map((row) => [row._id, row])),
      );
      expect(client.getQueryData(queryKeys.orderStats)).toEqual(server.stats);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 30) },
  );
});

test('a farm that receives only the events of its own part has the data of its API response', () => {
  fc.assert(
    fc.property(
      fc.array(act, { minLength: 1, maxLength: 16 }),
      fc.infiniteStream(fc.nat()),
      (acts, randomNumbers) => {
        const server = new ServerModel();
        const own = farmId(0);
        const views = () => [...server.orders].reverse().map((order) => farmViewOf(order, own));
        const client = new QueryClient();
        const page = { orders: views(), nextCursor: null, total: server.orders.length };
        client.setQueryData(queryKeys.orders({}), { pages: [page], pageParams: [undefined] });
        perform(server, acts);
        const received = server.farmEvents
          .filter(({ payload }) => 'farmId' in payload && payload.farmId === own)
          .flatMap((event) => [event, event])
          .map((event) => ({ event, rank: randomNumbers.next().value }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ event }) => event);
        const live = new LivePage(client, farmer);
        for (const event of received) live.apply([event]);
        // other farms' parts change the order's version, and this farm receives no events of them
        const withoutVersion = ({ version: _, ...order }: OrderDto) => order;
        const shown = first<OrdersPage>(client, queryKeys.orders({}));
        expect(shown.orders.map(withoutVersion)).toEqual(views().map(withoutVersion));
        expect(shown.total).toBe(server.orders.length);
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 30) },
  );
});

test('the response to a step and the event of a later one result in the later, in either order', () => {
  const server = new ServerModel();
  const order = server.place(1);
  const at = server.orders.indexOf(order);
  const before = farmViewOf(order, farmId(0));
  server.step(at, 0, 0);
  const response = farmViewOf(order, farmId(0));
  // cancelled
  server.step(at, 0, 4);
  const after = farmViewOf(order, farmId(0));
  const later = server.farmEvents.slice(-1);
  for (const responseFirst of [true, false]) {
    const client = new QueryClient();
    client.setQueryData(queryKeys.order(order._id), before);
    const live = new LivePage(client, farmer);
    if (responseFirst) liveStore(client).put([putOrder(response)]);
    live.apply(later);
    if (!responseFirst) liveStore(client).put([putOrder(response)]);
    const shown = client.getQueryData<OrderDto>(queryKeys.order(order._id));
    expect({ ...shown, version: 0 }).toEqual({ ...after, version: 0 });
    expect(shown?.status).toBe('Cancelled');
  }
});

test('a response that was in flight during a change does not restore the old state', async () => {
  const server = new ServerModel();
  const client = new QueryClient();
  const live = new LivePage(client, admin);
  const before = { orders: copy(server.orders).reverse(), nextCursor: null, total: 4 };
  server.place(1);
  server.step(0, 0, 0);
  live.apply(server.events);
  await client.fetchInfiniteQuery({
    queryKey: queryKeys.orders({}),
    queryFn: () => Promise.resolve(before),
    initialPageParam: undefined,
  });
  const page = first<OrdersPage>(client, queryKeys.orders({}));
  expect(page.orders).toEqual([...server.orders].reverse());
  expect(page.total).toBe(5);
});

test('an update does not make old data count as freshly fetched', () => {
  const server = new ServerModel();
  const client = new QueryClient();
  const key = queryKeys.orderStats;
  client.setQueryData(key, { ...server.stats }, { updatedAt: 1_000 });
  server.changeStats();
  applied(client, server.events);
  expect(client.getQueryData(key)).toEqual(server.stats);
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(1_000);
});

test('an unlisted product is paused for shoppers, and keeps its status for its farm', () => {
  const server = new ServerModel();
  server.setStock(0, 5, 3);
  const [event] = server.events;
  if (event?.name !== 'product.stock-changed') throw new Error('no change was published');
  const key = ['products', 'detail', event.payload.change.productId];
  const statusAfter = (change: { public: boolean; listed?: false }) => {
    const client = new QueryClient();
    client.setQueryData(key, { ...copy(server.products[0]), version: 1 });
    const payload = { ...event.payload, change: { ...event.payload.change, ...change } };
    applied(client, [{ ...event, payload }]);
    return client.getQueryData<{ status: string }>(key)?.status;
  };
  expect(statusAfter({ public: true, listed: false })).toBe('paused');
  expect(statusAfter({ public: false, listed: false })).toBe('live');
  expect(statusAfter({ public: true })).toBe('live');
});
