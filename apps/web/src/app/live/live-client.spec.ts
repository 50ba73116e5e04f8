import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { DomainEvent } from '#libs/contracts';
import { ApiError, OfflineError } from '../../lib/api';
import type { Effect } from '../../realtime/live-table';
import type { SocketCallbacks } from '../../realtime/socket';
import { queryKeys } from '../../testing/query-keys';
import { farmId, SpecWorld } from '../../testing/spec-world';

let socket: SocketCallbacks;
let watched: string[][];
let since: unknown[];
/** What the gateway answers. */
let complete: boolean;
let lineCut: number;
/** How often the socket was told to connect. */
let attempts: number;
let connected: boolean;
interface Message {
  productIds: string[];
  since: unknown;
}
/** A position in the stream. */
const at = (n: number) => `0123abcd.${n}-0`;
jest.unstable_mockModule('../../realtime/socket', () => ({
  openSocket: (callbacks: SocketCallbacks) => {
    socket = callbacks;
    return {
      get connected() {
        return connected;
      },
      disconnect() {
        return this;
      },
      connect: () => attempts++,
      timeout: () => ({
        emit: (_name: string, message: Message, ack: (error: null, answer: object) => void) => {
          watched.push(message.productIds);
          since.push(message.since);
          ack(null, { watching: message.productIds.length, complete, position: at(9) });
        },
      }),
      io: { engine: { close: () => lineCut++ } },
    };
  },
}));
const { createLiveClient } = await import('./live-client');

const problem = {
  ...{ type: 'about:blank', title: 'Gone', detail: '', message: '', requestId: '' },
  code: 'ORDER_NOT_FOUND' as const,
};

let world: SpecWorld;
let queryClient: QueryClient;
let effects: Effect[];
let fetched: string[];
let resyncs: number;
let random: ReturnType<typeof jest.spyOn>;
let stop: () => void;
let client: ReturnType<typeof createLiveClient>;

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

function connect(): void {
  connected = true;
  socket.onConnect();
}

function disconnect(): void {
  connected = false;
  socket.onDisconnect();
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
}

beforeEach(async () => {
  // no delay before a screen is read again, but where a test is about that
  random = jest.spyOn(Math, 'random').mockReturnValue(0);
  world = new SpecWorld();
  queryClient = new QueryClient();
  effects = [];
  fetched = [];
  watched = [];
  since = [];
  complete = true;
  lineCut = 0;
  attempts = 0;
  connected = false;
  resyncs = 0;
  client = createLiveClient({
    viewer: { id: world.users[0]?._id ?? '', role: 'admin', farmId: null },
    queryClient,
    onEffect: (effect) => effects.push(effect),
    onResync: () => resyncs++,
  });
  stop = client.start();
  await Promise.resolve();
});
afterEach(() => {
  random.mockRestore();
  stop();
  queryClient.clear();
});

test('a reconnection asks for what came after the last position heard, and fetches nothing', async () => {
  show(queryKeys.orderStats, world.stats);
  connect();
  socket.onPosition(at(12));
  socket.onPosition(at(11)); // told again, and older
  disconnect();
  expect(client.snapshot()).toMatchObject({ state: 'reconnecting', since: expect.any(Date) });
  connect();
  await settle();
  expect(client.snapshot()).toMatchObject({ state: 'live', since: null });
  expect(since.slice(1)).toEqual([{ position: at(12) }]);
  expect([fetched, resyncs]).toEqual([[], 0]);
});

test('a network that comes back is used at once, and a line that stands is left alone', () => {
  connect();
  window.dispatchEvent(new Event('online'));
  expect(attempts).toBe(0);
  disconnect();
  window.dispatchEvent(new Event('online'));
  expect(attempts).toBe(1);
  expect(client.snapshot().state).toBe('reconnecting');
});

test('a line that never brought an event can be caught up with too', () => {
  connect();
  disconnect();
  connect();
  // the answer to the first message had a position in it
  expect(since).toEqual([{ ms: expect.any(Number) }, { position: at(9) }]);
});

test('after a reconnection with a gap what is on screen is fetched once, and nothing else', async () => {
  show(queryKeys.orderStats, world.stats);
  const leave = show(queryKeys.users({}), { users: [], nextCursor: null, total: 0 });
  leave();
  connect();
  await settle();
  expect(fetched).toEqual([]);
  disconnect();
  complete = false;
  connect();
  await settle();
  expect([fetched, resyncs]).toEqual([['stats'], 1]);
  expect(queryClient.getQueryState(queryKeys.users({}))?.isInvalidated).toBe(true);
});

test.each([
  ['the server announces a gap', () => socket.onGap()],
  [
    'resume is refused',
    () => {
      disconnect();
      complete = false;
      connect();
    },
  ],
])('pages read their screens at random moments within 3 s after %s', async (_title, lose) => {
  random.mockReturnValue(0.5);
  show(queryKeys.orderStats, { ...world.stats });
  connect();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  try {
    lose();
    expect(resyncs).toBe(1);
    await jest.advanceTimersByTimeAsync(1_400);
    expect(fetched).toEqual([]);
    // events that come meanwhile are applied
    world.changeStats();
    for (const event of world.events) socket.onEvent(event);
    await jest.advanceTimersByTimeAsync(50);
    expect(queryClient.getQueryData(queryKeys.orderStats)).toMatchObject({ totalOrders: 1 });
    await jest.advanceTimersByTimeAsync(100);
    expect([fetched, resyncs]).toEqual([['stats'], 1]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetched).toEqual(['stats']);
  } finally {
    jest.useRealTimers();
  }
});

test('an event that is delivered twice is applied once', async () => {
  const update = jest.fn();
  show(queryKeys.orderStats, { ...world.stats });
  connect();
  world.changeStats();
  const [event] = world.events as [DomainEvent];
  socket.onEvent(event);
  await settle();
  const end = queryClient.getQueryCache().subscribe(update);
  socket.onEvent(event);
  await settle();
  expect(update).not.toHaveBeenCalled();
  end();
});

test('without a connection what is on screen is fetched from time to time, and nothing is once there is one', async () => {
  jest.useFakeTimers();
  try {
    stop();
    stop = client.start();
    await jest.advanceTimersByTimeAsync(0);
    show(queryKeys.orders({}), { orders: [], nextCursor: null, total: 0 });
    expect(client.snapshot()).toMatchObject({ state: 'reconnecting', since: null });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(fetched).toEqual(['orders']);
    expect(client.snapshot()).toMatchObject({ polling: true, since: new Date() });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(fetched).toHaveLength(2);
    expect(client.snapshot().since).toEqual(new Date());
    connect();
    expect(client.snapshot()).toMatchObject({ state: 'live', since: null, polling: false });
    fetched.length = 0;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetched).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test('what was known before a gap brings back no row that has left its list in the gap', async () => {
  const active = queryKeys.orders({ status: 'Processing' });
  show(active, { orders: [], nextCursor: null, total: 0 });
  connect();
  world.place(1);
  for (const event of world.events) socket.onEvent(event);
  await settle();
  expect(queryClient.getQueryData(active)).toMatchObject({ total: 1 });
  client.setPaused(true);
  world.place(1);
  for (const event of world.events.slice(1)) socket.onEvent(event);
  disconnect();
  complete = false; // both were delivered meanwhile, and nobody tells of it any more
  connect();
  await settle();
  client.setPaused(false);
  await settle();
  expect(queryClient.getQueryData(active)).toEqual({ orders: [], nextCursor: null, total: 0 });
  expect(client.snapshot().waiting).toBe(0);
});

test('an answer that was asked for before a gap is asked for again after it', async () => {
  const asked: ((data: object) => void)[] = [];
  const queryKey = queryKeys.orderStats;
  const queryFn = () => new Promise<object>((resolve) => asked.push(resolve));
  new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  connect();
  socket.onGap();
  await settle();
  expect(asked).toHaveLength(2);
  asked[0]?.({ ...world.stats, totalOrders: 1 });
  asked[1]?.({ ...world.stats, totalOrders: 2 });
  await settle();
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ totalOrders: 2 });
});

test('a gap whose answers did not come is closed by the next connection', async () => {
  let reachable = false;
  const queryFn = async () => {
    if (!reachable) throw new Error('no network');
    fetched.push('stats');
    return world.stats;
  };
  const queryKey = queryKeys.orderStats;
  const options = { queryKey, queryFn, initialData: world.stats, staleTime: 60_000, retry: false };
  new QueryObserver(queryClient, options).subscribe(() => undefined);
  connect();
  socket.onGap();
  await settle();
  disconnect();
  reachable = true;
  connect();
  await settle();
  expect([fetched, resyncs]).toEqual([['stats'], 1]);
});

/** A list that is shown and can be read only when the test says so. */
function showUnreadable(queryKey: readonly unknown[], initialData: object) {
  let reachable = false;
  let answer = initialData;
  const queryFn = async () => {
    if (!reachable) throw new OfflineError();
    return answer;
  };
  const options = { queryKey, queryFn, initialData, staleTime: 60_000, retry: false };
  new QueryObserver(queryClient, options).subscribe(() => undefined);
  return (data: object) => {
    [reachable, answer] = [true, data];
  };
}

test('what was heard since a gap is known also when the screen could be read at the second try only', async () => {
  const key = queryKeys.orders({ status: 'Processing' });
  const nobody = { orders: [], nextCursor: null, total: 0 };
  const makeReadable = showUnreadable(key, nobody);
  connect();
  world.place(1);
  for (const choice of [0, 0, 0, 0]) world.step(4, 0, choice);
  const [placed, ...steps] = world.events;
  expect(world.orders[4]?.status).not.toBe('Processing');
  socket.onGap();
  await settle();
  // told as it was committed; what was before it the new Redis tells later
  socket.onEvent(steps.at(-1) as DomainEvent);
  await settle();
  disconnect();
  makeReadable(nobody);
  connect();
  await settle();
  for (const event of [placed, ...steps.slice(0, -1)]) socket.onEvent(event as DomainEvent);
  await settle();
  expect(queryClient.getQueryData(key)).toEqual(nobody);
});

test('what the screen has from before a gap brings nothing into a list', async () => {
  world.place(2);
  const { order } = (world.events[0] as DomainEvent<'order.placed'>).payload;
  const waiting = queryKeys.orders({ partStatus: 'placed' });
  const makeReadable = showUnreadable(queryKeys.orders({}), {
    orders: [order],
    nextCursor: null,
    total: 1,
  });
  show(waiting, { orders: [], nextCursor: null, total: 0 });
  connect();
  world.step(4, 0, 0); // missed
  socket.onGap();
  await settle();
  world.step(4, 1, 0);
  socket.onEvent(world.events.at(-1) as DomainEvent);
  await settle();
  disconnect();
  makeReadable({ orders: [world.orders[4]], nextCursor: null, total: 1 });
  connect();
  await settle();
  expect(queryClient.getQueryData(waiting)).toEqual({ orders: [], nextCursor: null, total: 0 });
});

test('a gap is closed by asking again until there is an answer, and an answer that says no is one', async () => {
  jest.useFakeTimers();
  try {
    let reachable = false;
    let asked = 0;
    const queryFn = async () => {
      asked += 1;
      if (!reachable) throw new OfflineError();
      return world.stats;
    };
    const refusal = { ...problem, status: 404 };
    const options = { initialData: world.stats, staleTime: Number.POSITIVE_INFINITY, retry: false };
    const stats = { ...options, queryKey: queryKeys.orderStats, queryFn };
    const gone = {
      ...options,
      queryKey: queryKeys.userStats,
      queryFn: () => Promise.reject(new ApiError(refusal)),
    };
    const ends = [stats, gone].map((query) =>
      new QueryObserver(queryClient, query as typeof stats).subscribe(() => undefined),
    );
    stop();
    stop = client.start();
    await jest.advanceTimersByTimeAsync(0);
    connect();
    socket.onGap();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(asked).toBeGreaterThan(3);
    reachable = true;
    await jest.advanceTimersByTimeAsync(7_000);
    const before = asked;
    await jest.advanceTimersByTimeAsync(30_000);
    expect(asked).toBe(before);
    for (const end of ends) end();
  } finally {
    jest.useRealTimers();
  }
});

test('the first message says how old the answers on screen are, counted from when they were asked for', async () => {
  let answer: (data: object) => void = () => undefined;
  const queryFn = () => new Promise<object>((resolve) => (answer = resolve));
  new QueryObserver(queryClient, { queryKey: queryKeys.orderStats, queryFn }).subscribe(
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, 60));
  answer(world.stats);
  await settle();
  connect();
  expect(since).toEqual([{ ms: expect.any(Number) }]);
  const [{ ms } = { ms: 0 }] = since as { ms: number }[];
  expect(ms).toBeGreaterThanOrEqual(200);
  expect(ms).toBeLessThan(5_000);
});

test('a line that has brought nothing for long, as after a sleep, is cut and made anew', async () => {
  stop();
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['queueMicrotask'] });
  try {
    stop = client.start();
    await Promise.resolve();
    await Promise.resolve();
    connect();
    jest.advanceTimersByTime(30_000);
    socket.onPosition(at(20));
    jest.advanceTimersByTime(30_000);
    expect(lineCut).toBe(0);
    // an hour in which no timer ran
    jest.setSystemTime(Date.now() + 3_600_000);
    jest.advanceTimersByTime(5_000);
    expect(lineCut).toBe(1);
  } finally {
    jest.useRealTimers();
  }
});

test('a pause holds events back and counts them, and gives them all at its end', async () => {
  show(queryKeys.orderStats, { ...world.stats });
  connect();
  client.setPaused(true);
  world.changeStats();
  world.changeStats();
  for (const event of world.events) socket.onEvent(event);
  await settle();
  expect(client.snapshot().waiting).toBe(2);
  expect(queryClient.getQueryData(queryKeys.orderStats)).toMatchObject({ totalOrders: 0 });
  client.setPaused(false);
  expect(client.snapshot()).toMatchObject({ waiting: 0, paused: false });
  expect(queryClient.getQueryData(queryKeys.orderStats)).toMatchObject({ totalOrders: 2 });
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
  connect();
  const [a, b, c] = [farmId(1), farmId(2), farmId(3)];
  const leave = client.watch([a, b]);
  client.watch([b, c]);
  await settle();
  expect(watched).toEqual([[], [a, b, c]]);
  leave();
  await settle();
  expect(watched.at(-1)).toEqual([b, c]);
  disconnect();
  connect();
  expect(watched.at(-1)).toEqual([b, c]);
  expect(watched).toHaveLength(4);
});
