import { expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import {
  type CartDto,
  type DomainEvent,
  type OrdersPage,
  productCountsSchema,
  TOTAL_MAX,
} from '#libs/contracts';
import type { Viewer } from '../../realtime/live-table';
import { fakeId, makeCart, makeCartItem, makeFarms, makeProducts } from '../../testing/fixtures';
import { LivePage } from '../../testing/live-page';
import { queryKeys } from '../../testing/query-keys';
import { ServerModel } from '../../testing/server-model';

const admin: Viewer = { id: fakeId('user', 1), role: 'admin', farmId: null };
const customer: Viewer = { ...admin, role: 'customer' };
const [product] = makeProducts(makeFarms());
if (!product) throw new Error('there are no products');

let ids = 0;
const head = (version: number, occurredAt: string) => ({
  id: fakeId('order', ++ids),
  aggregateId: fakeId('order', 1),
  version,
  occurredAt,
  correlationId: 'c',
  actorId: null,
});
const stock = (version: number, available: number, at: string): DomainEvent => ({
  ...head(version, at),
  name: 'product.stock-changed',
  payload: {
    change: {
      productId: product._id,
      farmId: product.farmId,
      price: product.price,
      available,
      stock: 'in_stock' as const,
      status: 'live' as const,
      public: true,
    },
  } as never,
});
const line = (version: number, available: number) =>
  makeCartItem({ ...product, version, available }, product.minimum);

test.each(['the cart first', 'the stock first'])(
  'a cart that was read before a sale includes the sale, independent of their times: %s',
  (order) => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.cart, makeCart([], 0));
    // the cart's event is later, but contains the product's older version
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

test('a cart that was fetched after a sale is not changed by it', () => {
  const client = new QueryClient();
  const live = new LivePage(client, customer);
  client.setQueryData(queryKeys.cart, makeCart([line(6, 40)], 1));
  live.apply([stock(5, 48, '2026-11-21T10:00:00.000Z')]);
  expect(client.getQueryData<CartDto>(queryKeys.cart)?.items[0]?.available).toBe(40);
});

test.each([
  ['below the maximum is increased', TOTAL_MAX - 1, TOTAL_MAX],
  ['at the maximum becomes "more than"', TOTAL_MAX, TOTAL_MAX + 1],
  ['above the maximum is unchanged', TOTAL_MAX + 1, TOTAL_MAX + 1],
])('a total %s', (_title, before, after) => {
  const client = new QueryClient();
  const page = { orders: [], nextCursor: null, total: before };
  client.setQueryData(queryKeys.orders({}), { pages: [page], pageParams: [undefined] });
  const [order] = new ServerModel().orders;
  if (!order) throw new Error('there are no orders');
  const placed = { ...head(1, order.createdAt), name: 'order.placed' as const, payload: { order } };
  new LivePage(client, admin).apply([placed]);
  const shown = client.getQueryData<{ pages: OrdersPage[] }>(queryKeys.orders({}));
  expect(shown?.pages[0]).toMatchObject({ orders: [{ _id: order._id }], total: after });
});

test('orders are sorted by creation time, as on the server, and not by id', () => {
  const server = new ServerModel();
  const client = new QueryClient();
  const page = { orders: [], nextCursor: null, total: 0 };
  client.setQueryData(queryKeys.orders({}), { pages: [page], pageParams: [undefined] });
  const [first] = server.orders;
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

test('the lot of a new harvest arrives with the amount on hand', () => {
  const server = new ServerModel();
  const client = new QueryClient();
  const words = { lowAt: 1, listed: true, publishedAt: null, moderation: null };
  const own = { ...product, ...words, onHand: 5, held: 0, sold: 1, available: 5, lot: 'old' };
  const key = queryKeys.ownProducts({});
  const page = { products: [own], nextCursor: null, total: 1 };
  client.setQueryData(key, { pages: [page], pageParams: [undefined] });
  const counts = productCountsSchema.parse({
    ...own,
    productId: product._id,
    onHand: 9,
    available: 9,
    lot: 'new',
  });
  new LivePage(client, admin).apply([
    { ...head(product.version + 1, server.now()), name: 'product.counted', payload: { counts } },
  ]);
  const shown = client.getQueryData<{ pages: { products: (typeof own)[] }[] }>(key);
  expect(shown?.pages[0]?.products[0]).toMatchObject({ onHand: 9, lot: 'new' });
});
