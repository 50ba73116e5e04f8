import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { DomainEvent } from '#libs/contracts';
import { ApiError } from '../../lib/api/api';
import { OfflineError } from '../../lib/api/chunks';
import type { Effect } from '../../realtime/live-table';
import type { LiveSocket, SocketCallbacks } from '../../realtime/socket';
import type { Watched } from '../../realtime/watch-set';
import { openSocketsBy } from '../../testing/fake-socket';
import { queryKeys } from '../../testing/query-keys';
import { farmId, ServerModel } from '../../testing/server-model';
import { createLiveClient } from './live-client';

let socket: SocketCallbacks;
let watched: Required<Watched>[];
let since: unknown[];
/** Whether the gateway reports a complete replay. */
let complete: boolean;
let closedEngines: number;
/** Number of `reconnect` calls. */
let attempts: number;
let connected: boolean;
/** Whether the gateway acknowledges the page's messages. */
let answers: boolean;
interface Message extends Required<Watched> {
  since: unknown;
}
/** A position in the stream. */
const at = (n: number) => `0123abcd.${n}-0`;
openSocketsBy((callbacks) => {
  socket = callbacks;
  return {
    get connected() {
      return connected;
    },
    stop: () => undefined,
    reconnect: () => attempts++,
    drop: () => closedEngines++,
    timeout: () => ({
      emit: (_name: string, message: Message, ack: (error: null, response: object) => void) => {
        const { productIds, farmIds } = message;
        watched.push({ productIds, farmIds });
        since.push(message.since);
        if (answers) ack(null, { watching: message.productIds.length, complete, position: at(9) });
      },
    }),
  } as unknown as LiveSocket;
});

const problem = {
  type: 'about:blank',
  title: 'Gone',
  detail: '',
  message: '',
  requestId: '',
  code: 'ORDER_NOT_FOUND' as const,
};

let server: ServerModel;
let queryClient: QueryClient;
let effects: Effect[];
let fetched: string[];
let resyncs: number;
let random: ReturnType<typeof jest.spyOn>;
let stop: () => void;
let client: ReturnType<typeof createLiveClient>;

/** Observes a query, as a mounted component does. */
function mountQuery(key: readonly unknown[], data: unknown): () => void {
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
  // refetches without jitter, except where a test is about that
  random = jest.spyOn(Math, 'random').mockReturnValue(0);
  server = new ServerModel();
  queryClient = new QueryClient();
  effects = [];
  fetched = [];
  watched = [];
  since = [];
  complete = true;
  closedEngines = 0;
  attempts = 0;
  connected = false;
  answers = true;
  resyncs = 0;
  client = createLiveClient({
    viewer: { id: server.users[0]?._id ?? '', role: 'admin', farmId: null },
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

test('a reconnection requests the events after the last received position, and fetches nothing', async () => {
  mountQuery(queryKeys.orderStats, server.stats);
  connect();
  socket.onPosition(at(12));
  socket.onPosition(at(11)); // replayed, and older
  disconnect();
  expect(client.snapshot()).toMatchObject({ state: 'reconnecting', since: expect.any(Date) });
  connect();
  await settle();
  expect(client.snapshot()).toMatchObject({ state: 'live', since: null });
  expect(since.slice(1)).toEqual([{ position: at(12) }]);
  expect([fetched, resyncs]).toEqual([[], 0]);
});

test('an event that is replayed for a product that came into view does not count as late', async () => {
  connect();
  socket.onPosition(at(20));
  server.changeStats();
  server.changeStats();
  const [replayed, live] = server.events as [DomainEvent, DomainEvent];
  socket.onEvent(replayed, at(12));
  socket.onEvent(live, at(21));
  await settle();
  expect(client.figures.snapshot()).toMatchObject({ received: 2, replayed: 1 });
});

test('a connection that is lost before the missed events have arrived does not skip them', async () => {
  connect();
  socket.onPosition(at(12));
  disconnect();
  answers = false;
  connect();
  socket.onPosition(at(20)); // a new event, before the replay
  disconnect();
  answers = true;
  connect();
  await settle();
  expect(since.slice(1)).toEqual([{ position: at(12) }, { position: at(12) }]);
});

test('an online event reconnects at once, and does not affect an open connection', () => {
  connect();
  window.dispatchEvent(new Event('online'));
  expect(attempts).toBe(0);
  disconnect();
  window.dispatchEvent(new Event('online'));
  expect(attempts).toBe(1);
  expect(client.snapshot().state).toBe('reconnecting');
});

test('a connection without any event can be resumed too', () => {
  connect();
  disconnect();
  connect();
  // the position is that of the first message's acknowledgement
  expect(since).toEqual([{ ms: expect.any(Number) }, { position: at(9) }]);
});

test('a reconnection with a gap refetches active queries once, and nothing else', async () => {
  mountQuery(queryKeys.orderStats, server.stats);
  const unmount = mountQuery(queryKeys.users({}), { users: [], nextCursor: null, total: 0 });
  unmount();
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
])(
  'active queries are refetched after a random delay of at most 3 s after %s',
  async (_title, cause) => {
    random.mockReturnValue(0.5);
    mountQuery(queryKeys.orderStats, { ...server.stats });
    connect();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      cause();
      expect(resyncs).toBe(1);
      await jest.advanceTimersByTimeAsync(1_400);
      expect(fetched).toEqual([]);
      // events that arrive meanwhile are applied
      server.changeStats();
      for (const event of server.events) socket.onEvent(event);
      await jest.advanceTimersByTimeAsync(50);
      expect(queryClient.getQueryData(queryKeys.orderStats)).toMatchObject({ totalOrders: 1 });
      await jest.advanceTimersByTimeAsync(100);
      expect([fetched, resyncs]).toEqual([['stats'], 1]);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(fetched).toEqual(['stats']);
    } finally {
      jest.useRealTimers();
    }
  },
);

test('an event that is delivered twice is applied once', async () => {
  const update = jest.fn();
  mountQuery(queryKeys.orderStats, { ...server.stats });
  connect();
  server.changeStats();
  const [event] = server.events as [DomainEvent];
  socket.onEvent(event);
  await settle();
  const end = queryClient.getQueryCache().subscribe(update);
  socket.onEvent(event);
  await settle();
  expect(update).not.toHaveBeenCalled();
  end();
});

test('active queries are polled without a connection, and not with one', async () => {
  jest.useFakeTimers();
  try {
    stop();
    stop = client.start();
    await jest.advanceTimersByTimeAsync(0);
    mountQuery(queryKeys.orders({}), { orders: [], nextCursor: null, total: 0 });
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

test('the store from before a gap does not insert rows that were removed in the gap', async () => {
  const active = queryKeys.orders({ status: 'Processing' });
  mountQuery(active, { orders: [], nextCursor: null, total: 0 });
  connect();
  server.place(1);
  for (const event of server.events) socket.onEvent(event);
  await settle();
  expect(queryClient.getQueryData(active)).toMatchObject({ total: 1 });
  client.setPaused(true);
  server.place(1);
  for (const event of server.events.slice(1)) socket.onEvent(event);
  disconnect();
  complete = false; // both orders were delivered meanwhile, and those events are lost
  connect();
  await settle();
  client.setPaused(false);
  await settle();
  expect(queryClient.getQueryData(active)).toEqual({ orders: [], nextCursor: null, total: 0 });
  expect(client.snapshot().waiting).toBe(0);
});

test('an initial fetch from before a gap is repeated after it', async () => {
  const requests: ((data: object) => void)[] = [];
  const queryKey = queryKeys.orderStats;
  const queryFn = () => new Promise<object>((resolve) => requests.push(resolve));
  new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  connect();
  socket.onGap();
  await settle();
  expect(requests).toHaveLength(2);
  requests[0]?.({ ...server.stats, totalOrders: 1 });
  requests[1]?.({ ...server.stats, totalOrders: 2 });
  await settle();
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ totalOrders: 2 });
});

test('a failed refetch after a gap is repeated by the next connection', async () => {
  let reachable = false;
  const queryFn = async () => {
    if (!reachable) throw new Error('no network');
    fetched.push('stats');
    return server.stats;
  };
  const queryKey = queryKeys.orderStats;
  const options = { queryKey, queryFn, initialData: server.stats, staleTime: 60_000, retry: false };
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

/** Observes a list whose server is unreachable until the returned function is called. */
function mountUnreachableQuery(queryKey: readonly unknown[], initialData: object) {
  let reachable = false;
  let response = initialData;
  const queryFn = async () => {
    if (!reachable) throw new OfflineError();
    return response;
  };
  const options = { queryKey, queryFn, initialData, staleTime: 60_000, retry: false };
  new QueryObserver(queryClient, options).subscribe(() => undefined);
  return (data: object) => {
    [reachable, response] = [true, data];
  };
}

test('events since a gap are kept in the store until a refetch succeeds', async () => {
  const key = queryKeys.orders({ status: 'Processing' });
  const empty = { orders: [], nextCursor: null, total: 0 };
  const makeReachable = mountUnreachableQuery(key, empty);
  connect();
  server.place(1);
  // accepted, packed, out for delivery, delivered
  for (const choice of [0, 0, 1, 2]) server.step(4, 0, choice);
  const [placed, ...steps] = server.events;
  expect(server.orders[4]?.status).not.toBe('Processing');
  socket.onGap();
  await settle();
  // published at the commit; the new Redis publishes the events before it later
  socket.onEvent(steps.at(-1) as DomainEvent);
  await settle();
  disconnect();
  makeReachable(empty);
  connect();
  await settle();
  for (const event of [placed, ...steps.slice(0, -1)]) socket.onEvent(event as DomainEvent);
  await settle();
  expect(queryClient.getQueryData(key)).toEqual(empty);
});

test('query data from before a gap is not merged into other lists', async () => {
  server.place(2);
  const { order } = (server.events[0] as DomainEvent<'order.placed'>).payload;
  const waiting = queryKeys.orders({ partStatus: 'placed' });
  const makeReachable = mountUnreachableQuery(queryKeys.orders({}), {
    orders: [order],
    nextCursor: null,
    total: 1,
  });
  mountQuery(waiting, { orders: [], nextCursor: null, total: 0 });
  connect();
  server.step(4, 0, 0); // missed
  socket.onGap();
  await settle();
  server.step(4, 1, 0);
  socket.onEvent(server.events.at(-1) as DomainEvent);
  await settle();
  disconnect();
  makeReachable({ orders: [server.orders[4]], nextCursor: null, total: 1 });
  connect();
  await settle();
  expect(queryClient.getQueryData(waiting)).toEqual({ orders: [], nextCursor: null, total: 0 });
});

test('refetches after a gap are retried until there is a response, and a 404 is one', async () => {
  jest.useFakeTimers();
  try {
    let reachable = false;
    let requests = 0;
    const queryFn = async () => {
      requests += 1;
      if (!reachable) throw new OfflineError();
      return server.stats;
    };
    const notFound = { ...problem, status: 404 };
    const options = {
      initialData: server.stats,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    };
    const stats = { ...options, queryKey: queryKeys.orderStats, queryFn };
    const gone = {
      ...options,
      queryKey: queryKeys.userStats,
      queryFn: () => Promise.reject(new ApiError(notFound)),
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
    expect(requests).toBeGreaterThan(3);
    expect(requests).toBeLessThan(6);
    reachable = true;
    // the attempts become rarer
    await jest.advanceTimersByTimeAsync(30_000);
    const before = requests;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(requests).toBe(before);
    for (const end of ends) end();
  } finally {
    jest.useRealTimers();
  }
});

test('the first message contains the age of the active data, counted from its request', async () => {
  let respond: (data: object) => void = () => undefined;
  const queryFn = () => new Promise<object>((resolve) => (respond = resolve));
  new QueryObserver(queryClient, { queryKey: queryKeys.orderStats, queryFn }).subscribe(
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, 60));
  respond(server.stats);
  await settle();
  connect();
  expect(since).toEqual([{ ms: expect.any(Number) }]);
  const [{ ms } = { ms: 0 }] = since as { ms: number }[];
  expect(ms).toBeGreaterThanOrEqual(200);
  expect(ms).toBeLessThan(5_000);
});

test('a connection without messages for the heartbeat timeout, as after a sleep, is closed', async () => {
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
    expect(closedEngines).toBe(0);
    // an hour without timers
    jest.setSystemTime(Date.now() + 3_600_000);
    jest.advanceTimersByTime(5_000);
    expect(closedEngines).toBe(1);
  } finally {
    jest.useRealTimers();
  }
});

test('a pause counts the events that it holds back, and applies them when it ends', async () => {
  mountQuery(queryKeys.orderStats, { ...server.stats });
  connect();
  client.setPaused(true);
  server.changeStats();
  server.changeStats();
  for (const event of server.events) socket.onEvent(event);
  await settle();
  expect(client.snapshot().waiting).toBe(2);
  expect(queryClient.getQueryData(queryKeys.orderStats)).toMatchObject({ totalOrders: 0 });
  client.setPaused(false);
  expect(client.snapshot()).toMatchObject({ waiting: 0, paused: false });
  expect(queryClient.getQueryData(queryKeys.orderStats)).toMatchObject({ totalOrders: 2 });
});

test('the own suspension signs out at once, also during a pause; that of others does not', () => {
  client.setPaused(true);
  server.setUserStatus(1, 'suspended');
  socket.onEvent(server.events[0] as DomainEvent);
  expect(effects).toEqual([]);
  server.setUserStatus(0, 'suspended');
  socket.onEvent(server.events[1] as DomainEvent);
  expect(effects).toEqual(['sign-out']);
});

test('products and farms on screen are watched as one set, and again after every reconnection', async () => {
  connect();
  const [a, b, c] = [farmId(1), farmId(2), farmId(3)];
  const unwatch = client.watch({ productIds: [a, b] });
  client.watch({ productIds: [b, c] });
  client.watch({ farmIds: [a] });
  await settle();
  expect(watched).toEqual([
    { productIds: [], farmIds: [] },
    { productIds: [a, b, c], farmIds: [a] },
  ]);
  unwatch();
  await settle();
  const left = { productIds: [b, c], farmIds: [a] };
  expect(watched.at(-1)).toEqual(left);
  disconnect();
  connect();
  expect(watched.at(-1)).toEqual(left);
  expect(watched).toHaveLength(4);
});
