import { expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import {
  type CartDto,
  type DomainEvent,
  type OrdersPage,
  productCountsSchema,
  TOTAL_MAX,
} from '#libs/contracts';
import type { Viewer } from '../../realtime/viewer';
import { fakeId, makeCart, makeCartItem, makeFarms, makeProducts } from '../../testing/fixtures';
import { LivePage } from '../../testing/live-page';
import { queryKeys } from '../../testing/query-keys';
import { SpecWorld } from '../../testing/spec-world';

const admin: Viewer = { id: fakeId('user', 1), role: 'admin', farmId: null };
const customer: Viewer = { ...admin, role: 'customer' };
const [product] = makeProducts(makeFarms());
if (!product) throw new Error('there are no products');

let ids = 0;
const head = (version: number, occurredAt: string) => ({
  ...{ id: fakeId('order', ++ids), aggregateId: fakeId('order', 1), version, occurredAt },
  ...{ correlationId: 'c', actorId: null },
});
const stock = (version: number, available: number, at: string): DomainEvent => ({
  ...head(version, at),
  name: 'product.stock-changed',
  payload: {
    change: {
      ...{ productId: product._id, farmId: product.farmId, price: product.price, available },
      ...{ stock: 'in_stock' as const, status: 'live' as const, public: true },
    },
  } as never,
});
const line = (version: number, available: number) =>
  makeCartItem({ ...product, version, available }, product.minimum);

test.each(['the cart first', 'the stock first'])(
  'a cart that was read before a sale takes the sale in, whatever their clocks say: %s',
  (order) => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.cart, makeCart([], 0));
    // the cart was told later, and knows the product as it was before
    const cart: DomainEvent = {
      ...head(1, '2026-11-21T10:00:01.000Z'),
      name: 'cart.changed',
      payload: { customerId: customer.id, cart: makeCart([line(4, 51)], 1) },
    };
    const sale = stock(5, 48, '2026-11-21T10:00:00.000Z');
    const live = new LivePage(client, customer);
    live.apply(order === 'the cart first' ? [cart, sale] : [sale, cart]);
    const [item] = client.getQueryData<CartDto>(queryKeys.cart)?.items ?? [];
    expect(item).toMatchObject({ available: 48, productVersion: 5 });
  },
);

test('a cart that was read after a sale keeps what it says', () => {
  const client = new QueryClient();
  const live = new LivePage(client, customer);
  client.setQueryData(queryKeys.cart, makeCart([line(6, 40)], 1));
  live.apply([stock(5, 48, '2026-11-21T10:00:00.000Z')]);
  expect(client.getQueryData<CartDto>(queryKeys.cart)?.items[0]?.available).toBe(40);
});

test.each([
  ['follows the news', TOTAL_MAX - 1, TOTAL_MAX],
  ['says at the end that there are more', TOTAL_MAX, TOTAL_MAX + 1],
  ['that says so already stays', TOTAL_MAX + 1, TOTAL_MAX + 1],
])('a total %s', (_title, before, after) => {
  const client = new QueryClient();
  const page = { orders: [], nextCursor: null, total: before };
  client.setQueryData(queryKeys.orders({}), { pages: [page], pageParams: [undefined] });
  const [order] = new SpecWorld().orders;
  if (!order) throw new Error('there are no orders');
  const placed = { ...head(1, order.createdAt), name: 'order.placed' as const, payload: { order } };
  new LivePage(client, admin).apply([placed]);
  const shown = client.getQueryData<{ pages: OrdersPage[] }>(queryKeys.orders({}));
  expect(shown?.pages[0]).toMatchObject({ orders: [{ _id: order._id }], total: after });
});

test('orders stand by the moment they were placed, as the server lists them, and not by their ids', () => {
  const world = new SpecWorld();
  const client = new QueryClient();
  const page = { orders: [], nextCursor: null, total: 0 };
  client.setQueryData(queryKeys.orders({}), { pages: [page], pageParams: [undefined] });
  const [first] = world.orders;
  if (!first) throw new Error('there are no orders');
  const [older, later] = [
    { ...first, _id: fakeId('order', 8), createdAt: '2026-11-21T10:00:00.000Z' },
    { ...first, _id: fakeId('order', 7), createdAt: '2026-11-21T10:00:00.003Z' },
  ];
  const live = new LivePage(client, admin);
  for (const order of [older, later])
    live.apply([{ ...head(1, order.createdAt), name: 'order.placed', payload: { order } }]);
  const shown = client.getQueryData<{ pages: OrdersPage[] }>(queryKeys.orders({}));
  expect(shown?.pages[0]?.orders.map(({ _id }) => _id)).toEqual([later._id, older._id]);
});

test('the lot of a new harvest comes with what is on hand', () => {
  const world = new SpecWorld();
  const client = new QueryClient();
  const words = { lowAt: 1, listed: true, publishedAt: null, moderation: null };
  const own = { ...product, ...words, onHand: 5, held: 0, sold: 1, available: 5, lot: 'old' };
  const key = queryKeys.ownProducts({});
  const page = { products: [own], nextCursor: null, total: 1 };
  client.setQueryData(key, { pages: [page], pageParams: [undefined] });
  const counts = productCountsSchema.parse({
    ...{ ...own, productId: product._id },
    ...{ onHand: 9, available: 9, lot: 'new' },
  });
  new LivePage(client, admin).apply([
    { ...head(product.version + 1, world.now()), name: 'product.counted', payload: { counts } },
  ]);
  const shown = client.getQueryData<{ pages: { products: (typeof own)[] }[] }>(key);
  expect(shown?.pages[0]?.products[0]).toMatchObject({ onHand: 9, lot: 'new' });
});
