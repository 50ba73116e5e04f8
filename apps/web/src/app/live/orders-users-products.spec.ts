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
import type { Viewer } from '../../realtime/viewer';
import { LivePage } from '../../testing/live-page';
import { queryKeys } from '../../testing/query-keys';
import { copy, farmId, farmsCopy, SpecWorld } from '../../testing/spec-world';

const admin: Viewer = { id: farmId(8), role: 'admin', farmId: null };
const farmer: Viewer = { id: farmId(7), role: 'farmer', farmId: farmId(0) };

/** Caches as a page has them after its first load, the order lists cut off at three rows with more to come. */
function loaded(world: SpecWorld): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
  });
  const orders = copy(world.orders).reverse();
  const users = copy(world.users).reverse();
  const products = copy(world.products);
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
  client.setQueryData(queryKeys.cart, copy(world.cart));
  client.setQueryData(queryKeys.orderStats, { ...world.stats });
  return client;
}

/** What a page shows at its next visit: rows that left a list's filter are gone by then. */
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

function perform(world: SpecWorld, acts: readonly Act[]): void {
  for (const one of acts) {
    if (one.kind === 'place') world.place(one.farms);
    else if (one.kind === 'step') world.step(one.order, one.part, one.to);
    else if (one.kind === 'register') world.register();
    else if (one.kind === 'user') world.setUserStatus(one.at, one.status);
    else if (one.kind === 'stock') world.setStock(one.at, one.available, one.price);
    else if (one.kind === 'edit') world.editProduct(one.at, one.words);
    else if (one.kind === 'moderate') world.moderate(one.at, one.reason);
    else if (one.kind === 'product') world.createProduct();
    else if (one.kind === 'cart') world.changeCart();
    else world.changeStats();
  }
}

test('shuffled, doubled and differently batched events leave the same screen', () => {
  fc.assert(
    fc.property(
      fc.array(act, { minLength: 1, maxLength: 16 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 6 }),
      (acts, luck, batch) => {
        const world = new SpecWorld();
        const inOrder = loaded(world);
        const shuffled = loaded(world);
        perform(world, acts);

        const calm = new LivePage(inOrder, admin);
        for (const event of world.events) calm.apply([event]);

        const doubled = [...world.events, ...world.events.filter(() => luck.next().value % 2 === 0)]
          .map((event) => ({ event, rank: luck.next().value }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ event }) => event);
        const wild = new LivePage(shuffled, admin);
        for (let at = 0; at < doubled.length; at += batch)
          wild.apply(doubled.slice(at, at + batch));

        expect(screen(shuffled)).toEqual(screen(inOrder));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('events that come late do not undo what a newer answer brought', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 16 }), (acts) => {
      const world = new SpecWorld();
      perform(world, acts);
      const client = loaded(world);
      const before = screen(client);
      applied(client, world.events.slice(0, Math.ceil(world.events.length / 2)));
      expect(screen(client)).toEqual(before);
    }),
    { numRuns: 300 },
  );
});

test('what the events leave on screen is what the server would answer', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 16 }), (acts) => {
      const world = new SpecWorld();
      const client = loaded(world);
      const seen = new Set(
        first<OrdersPage>(client, queryKeys.orders({})).orders.map((o) => o._id),
      );
      const older = world.orders.filter((order) => !seen.has(order._id)).map((order) => order._id);
      perform(world, acts);
      applied(client, world.events);

      const newest = [...world.orders].reverse();
      const all = first<OrdersPage>(client, queryKeys.orders({}));
      expect(all.orders).toEqual(newest.filter((order) => !older.includes(order._id)));
      expect(all.total).toBe(world.orders.length);
      for (const status of ['Processing', 'Delivered', 'Cancelled'] as const) {
        const list = first<OrdersPage>(client, queryKeys.orders({ status }));
        const rows = newest.filter((order) => order.status === status);
        expect(list.orders.filter((order) => order.status === status)).toEqual(rows);
        expect(list.total).toBe(rows.length);
      }
      const users = first<UsersPage>(client, queryKeys.users({}));
      expect(users.users).toEqual([...world.users].reverse());
      const own = first<ProductsPage>(client, queryKeys.allProducts({}));
      expect(new Map(own.products.map((row) => [row._id, row]))).toEqual(
        new Map(world.products.map((row) => [row._id, row])),
      );
      expect(client.getQueryData(queryKeys.orderStats)).toEqual(world.stats);
    }),
    { numRuns: 300 },
  );
});

test('a farm that hears only of its own part shows what the API would answer it', () => {
  fc.assert(
    fc.property(
      fc.array(act, { minLength: 1, maxLength: 16 }),
      fc.infiniteStream(fc.nat()),
      (acts, luck) => {
        const world = new SpecWorld();
        const own = farmId(0);
        const views = () => [...world.orders].reverse().map((order) => farmsCopy(order, own));
        const client = new QueryClient();
        const page = { orders: views(), nextCursor: null, total: world.orders.length };
        client.setQueryData(queryKeys.orders({}), { pages: [page], pageParams: [undefined] });
        perform(world, acts);
        const heard = world.farmEvents
          .filter(({ payload }) => 'farmId' in payload && payload.farmId === own)
          .flatMap((event) => [event, event])
          .map((event) => ({ event, rank: luck.next().value }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ event }) => event);
        const live = new LivePage(client, farmer);
        for (const event of heard) live.apply([event]);
        // the order's version moves with other farms' parts, of which this farm hears nothing
        const withoutVersion = ({ version: _, ...order }: OrderDto) => order;
        const shown = first<OrdersPage>(client, queryKeys.orders({}));
        expect(shown.orders.map(withoutVersion)).toEqual(views().map(withoutVersion));
        expect(shown.total).toBe(world.orders.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('the answer to a step and the event of a later one keep the later, whichever comes first', () => {
  const world = new SpecWorld();
  const order = world.place(1);
  const at = world.orders.indexOf(order);
  const before = farmsCopy(order, farmId(0));
  world.step(at, 0, 0);
  const answer = farmsCopy(order, farmId(0));
  world.step(at, 0, 1);
  const after = farmsCopy(order, farmId(0));
  const later = world.farmEvents.slice(-1);
  for (const answerFirst of [true, false]) {
    const client = new QueryClient();
    client.setQueryData(queryKeys.order(order._id), before);
    const live = new LivePage(client, farmer);
    if (answerFirst) liveStore(client).put([putOrder(answer)]);
    live.apply(later);
    if (!answerFirst) liveStore(client).put([putOrder(answer)]);
    const shown = client.getQueryData<OrderDto>(queryKeys.order(order._id));
    expect({ ...shown, version: 0 }).toEqual({ ...after, version: 0 });
    expect(shown?.status).toBe('Cancelled');
  }
});

test('an answer that was under way during a change cannot bring the old state back', async () => {
  const world = new SpecWorld();
  const client = new QueryClient();
  const live = new LivePage(client, admin);
  const before = { orders: copy(world.orders).reverse(), nextCursor: null, total: 4 };
  world.place(1);
  world.step(0, 0, 0);
  live.apply(world.events);
  await client.fetchInfiniteQuery({
    queryKey: queryKeys.orders({}),
    queryFn: () => Promise.resolve(before),
    initialPageParam: undefined,
  });
  const page = first<OrdersPage>(client, queryKeys.orders({}));
  expect(page.orders).toEqual([...world.orders].reverse());
  expect(page.total).toBe(5);
});

test('a patch does not make an old answer count as freshly fetched', () => {
  const world = new SpecWorld();
  const client = new QueryClient();
  const key = queryKeys.orderStats;
  client.setQueryData(key, { ...world.stats }, { updatedAt: 1_000 });
  world.changeStats();
  applied(client, world.events);
  expect(client.getQueryData(key)).toEqual(world.stats);
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(1_000);
});

test('what its farm may not sell now is paused to those who see it, and as it was to its farm', () => {
  const world = new SpecWorld();
  world.setStock(0, 5, 3);
  const [event] = world.events;
  if (event?.name !== 'product.stock-changed') throw new Error('no change was told');
  const key = ['products', 'detail', event.payload.change.productId];
  const statusAfter = (change: { public: boolean; listed?: false }) => {
    const client = new QueryClient();
    client.setQueryData(key, { ...copy(world.products[0]), version: 1 });
    const payload = { ...event.payload, change: { ...event.payload.change, ...change } };
    applied(client, [{ ...event, payload }]);
    return client.getQueryData<{ status: string }>(key)?.status;
  };
  expect(statusAfter({ public: true, listed: false })).toBe('paused');
  expect(statusAfter({ public: false, listed: false })).toBe('live');
  expect(statusAfter({ public: true })).toBe('live');
});
