import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { DomainEvent } from '#libs/contracts';
import { cacheKeys } from './cache';
import type { Effect } from './effects';
import type { SocketCallbacks } from './socket';
import { farmId, SpecWorld } from './spec-world';

let socket: SocketCallbacks;
let watched: string[][];
jest.unstable_mockModule('./socket', () => ({
  openSocket: async (callbacks: SocketCallbacks) => {
    socket = callbacks;
    return {
      connected: true,
      disconnect: () => undefined,
      emit: (_name: string, message: { productIds: string[] }) => watched.push(message.productIds),
      io: {},
    };
  },
}));
const { RealtimeClient } = await import('./realtime-client');

let world: SpecWorld;
let queryClient: QueryClient;
let effects: Effect[];
let fetched: string[];
let stop: () => void;
let client: InstanceType<typeof RealtimeClient>;

/** Shows a query on screen, as a mounted component does. */
function show(key: readonly unknown[], data: unknown): () => void {
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => {
      fetched.push(String(key[0]));
      return data;
    },
    initialData: data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return observer.subscribe(() => undefined);
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
}

beforeEach(async () => {
  world = new SpecWorld();
  queryClient = new QueryClient();
  effects = [];
  fetched = [];
  watched = [];
  client = new RealtimeClient({
    viewer: { id: world.users[0]?._id ?? '', role: 'admin', farmId: null },
    queryClient,
    onEffect: (effect) => effects.push(effect),
    onResync: () => undefined,
  });
  stop = client.start();
  await Promise.resolve();
});
afterEach(() => {
  stop();
  queryClient.clear();
});

test('after a reconnection that replayed what was missed nothing is fetched', async () => {
  show(cacheKeys.stats('orders'), world.stats);
  socket.onConnect(false);
  socket.onDisconnect();
  expect(client.snapshot()).toMatchObject({ state: 'reconnecting', since: expect.any(Date) });
  socket.onConnect(true);
  await settle();
  expect(client.snapshot()).toMatchObject({ state: 'live', since: null });
  expect(fetched).toEqual([]);
});

test('after a reconnection with a gap what is on screen is fetched once, and nothing else', async () => {
  show(cacheKeys.stats('orders'), world.stats);
  const leave = show(cacheKeys.users({}), { users: [], nextCursor: null, total: 0 });
  leave();
  socket.onConnect(false);
  await settle();
  expect(fetched).toEqual([]);
  socket.onDisconnect();
  socket.onConnect(false);
  await settle();
  expect(fetched).toEqual(['stats']);
  expect(queryClient.getQueryState(cacheKeys.users({}))?.isInvalidated).toBe(true);
});

test('without a connection what is on screen is fetched from time to time, and nothing is once there is one', async () => {
  jest.useFakeTimers();
  try {
    stop();
    stop = client.start();
    await jest.advanceTimersByTimeAsync(0);
    show(cacheKeys.orders({}), { orders: [], nextCursor: null, total: 0 });
    expect(client.snapshot()).toMatchObject({ state: 'reconnecting', since: null });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(fetched).toEqual(['orders']);
    expect(client.snapshot()).toMatchObject({ polling: true, since: new Date() });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(fetched).toHaveLength(2);
    expect(client.snapshot().since).toEqual(new Date());
    socket.onConnect(true);
    expect(client.snapshot()).toMatchObject({ state: 'live', since: null, polling: false });
    fetched.length = 0;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetched).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test('a pause holds events back and counts them, and gives them all at its end', async () => {
  show(cacheKeys.stats('orders'), { ...world.stats });
  socket.onConnect(false);
  client.setPaused(true);
  world.changeStats();
  world.changeStats();
  for (const event of world.events) socket.onEvent(event);
  await settle();
  expect(client.snapshot().waiting).toBe(2);
  expect(queryClient.getQueryData(cacheKeys.stats('orders'))).toMatchObject({ totalOrders: 0 });
  client.setPaused(false);
  expect(client.snapshot()).toMatchObject({ waiting: 0, paused: false });
  expect(queryClient.getQueryData(cacheKeys.stats('orders'))).toMatchObject({ totalOrders: 2 });
});

test('the own suspension signs out at once, pause or not; that of others does not', () => {
  client.setPaused(true);
  world.setUserStatus(1, 'suspended');
  socket.onEvent(world.events[0] as DomainEvent);
  expect(effects).toEqual([]);
  world.setUserStatus(0, 'suspended');
  socket.onEvent(world.events[1] as DomainEvent);
  expect(effects).toEqual(['sign-out']);
});

test('the products on screen are asked for as one set, and again after every reconnection', async () => {
  socket.onConnect(false);
  const [a, b, c] = [farmId(1), farmId(2), farmId(3)];
  const leave = client.watch([a, b]);
  client.watch([b, c]);
  await settle();
  expect(watched).toEqual([[a, b, c]]);
  leave();
  await settle();
  expect(watched.at(-1)).toEqual([b, c]);
  socket.onDisconnect();
  socket.onConnect(true);
  expect(watched.at(-1)).toEqual([b, c]);
  expect(watched).toHaveLength(3);
});
