import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Types } from 'mongoose';
import { type OrderDto, orderDtoSchema } from '#libs/contracts';
import { EventLog } from '#libs/platform';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  BUSY_MACHINE,
  HttpClient,
  Marketplace,
  SocketClient,
  waitFor,
} from '#libs/testing';
import { BUFFERED_MAX } from './socket-limits.js';

const START_MS = 60_000;
const children: ChildProcess[] = [];
let proxy: Server;
let url: string;
let apis: number[];
let gateways: number[];
let redis: Redis;
let customer: HttpClient;
let product: Product;

beforeAll(async () => {
  const market = await Marketplace.open();
  const farm = await market.farm();
  product = await market.product(farm, { stock: 500 });
  await market.settled();
  const { engines } = market;
  await market.close();
  redis = new Redis(engines.redisUrl);

  proxy = createServer();
  const port = await listen(proxy);
  url = `http://localhost:${port}`;
  const start = (what: string) => startProcess(what, { ...engines, url });
  [apis, gateways] = await Promise.all([
    Promise.all([start('api'), start('api')]),
    Promise.all([start('gateway'), start('gateway')]),
    start('worker'),
  ]);
  roundRobin(proxy, apis, gateways);
  customer = (await signUp('scale@example.test')).client;
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  redis?.disconnect();
  proxy?.closeAllConnections();
  proxy?.close();
});

it('delivers an order that one api took to sockets of both gateways, without stickiness', async () => {
  const sockets = await Promise.all([1, 2, 3, 4].map(() => SocketClient.connect(url, customer)));
  const visitors = await Promise.all(
    gateways.map((port) => SocketClient.connect(at(port), new HttpClient(url))),
  );
  for (const visitor of visitors) await visitor.watch([product._id.toString()]);
  const orders = [await order(apis[0] ?? 0), await order(apis[1] ?? 0)];
  for (const { _id } of orders) {
    for (const socket of sockets)
      await socket.receives('order.placed', ({ payload }) => payload.order._id === _id);
  }
  for (const visitor of visitors)
    await waitFor(
      'both changes of the stock',
      () => visitor.ofName('product.stock-changed').length >= 2,
    );
  // Each order once; the order of unrelated events is not fixed.
  for (const socket of sockets)
    expect(
      socket
        .ofName('order.placed')
        .map(({ payload }) => payload.order._id)
        .sort(),
    ).toEqual(orders.map(({ _id }) => _id).sort());
  for (const socket of [...sockets, ...visitors]) socket.close();
});

it('disconnects a slow consumer, and nobody else, and lets it reconnect', async () => {
  const [port = 0] = gateways;
  const slow = await SocketClient.connect(at(port), customer);
  const quick = await SocketClient.connect(at(port), customer);
  await order(apis[0] ?? 0);
  const placed = await slow.receives('order.placed');
  // The connection stays open but accepts no data, as with a phone out of reach.
  const line = lineOf(slow);
  line.pause();
  const event = { ...placed, name: 'order.placed' as const };
  const delivered = () => quick.ofName('order.placed').length;
  const many = Array.from({ length: 2 * BUFFERED_MAX }, () => ({
    ...event,
    id: new Types.ObjectId().toString(),
  }));
  const log = new EventLog(redis);
  while (many.length > 0) await log.append(many.splice(0, 500));
  await waitFor('the quick socket to receive them all', () => delivered() > 2 * BUFFERED_MAX);
  await waitFor('the slow one to be cut off', () => {
    line.resume();
    return slow.ended;
  });
  expect(slow.ofName('order.placed').length).toBeLessThan(2 * BUFFERED_MAX);
  expect(quick.ended).toBeUndefined();

  const again = await SocketClient.connect(at(port), customer);
  const { _id } = await order(apis[1] ?? 0);
  await again.receives('order.placed', (one) => one.payload.order._id === _id);
  for (const socket of [quick, again]) socket.close();
});

it('ends sockets and tokens of a session within seconds after a new password', async () => {
  const email = 'changed@example.test';
  const here = await signUp(email);
  const there = await sessionOf(
    await callIdentity('/sign-in/email', { email, password: PASSWORD }),
  );
  const ticket = await SocketClient.ticket(there.client);
  const sockets = await Promise.all(
    gateways.map((port) => SocketClient.connect(at(port), there.client)),
  );
  // Both apis have just verified that the session is open.
  const statuses = () =>
    Promise.all(
      apis.map(async (port) => (await new HttpClient(at(port), there.token).get('/cart')).status),
    );
  expect(await statuses()).toEqual([200, 200]);
  const body = {
    currentPassword: PASSWORD,
    newPassword: 'another good password',
    revokeOtherSessions: true,
  };
  const changed = await sessionOf(await callIdentity('/change-password', body, here.cookie));
  await waitFor('the sockets to end', () => sockets.every(({ ended }) => ended), 10_000);
  for (const port of gateways)
    await expect(SocketClient.open(at(port), { ticket })).rejects.toThrow('TOKEN_INVALID');
  const isOver = async () => (await statuses()).every((status) => status === 401);
  await waitFor('both apis to refuse its token', isOver, 15_000);
  // The user who changed the password continues with a new session.
  const again = await SocketClient.connect(at(gateways[0] ?? 0), changed.client);
  expect((await changed.client.get('/cart')).status).toBe(200);
  again.close();
});

it('limits the products that a socket watches', async () => {
  const [port = 0] = gateways;
  const visitor = await SocketClient.connect(at(port), new HttpClient(url));
  const ids = Array.from({ length: 201 }, (_, n) => n.toString(16).padStart(24, '0'));
  expect(await visitor.watch(ids.slice(1))).toBe(200);
  await expect(visitor.watch(ids)).rejects.toThrow('timed out');
  visitor.close();
});

async function order(port: number): Promise<OrderDto> {
  const items = [{ productId: product._id.toString(), quantity: 1 }];
  const client = new HttpClient(at(port), customer.token);
  const key = { 'idempotency-key': `scale-out-${Math.random()}`.replace('.', '-') };
  return orderDtoSchema.parse(
    (await client.post('/orders', { items, address: ADDRESS }, key)).body,
  );
}

const at = (port: number) => `http://127.0.0.1:${port}`;

function callIdentity(path: string, body?: object, cookie = ''): Promise<Response> {
  return fetch(`${url}/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** A new session of an account: its cookie, and a client with its token, which each api accepts. */
async function sessionOf(answer: Response) {
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  const cookie = cookies.join('; ');
  const { token } = (await (await callIdentity('/token', undefined, cookie)).json()) as {
    token: string;
  };
  return { cookie, token, client: new HttpClient(url, token) };
}

const PASSWORD = 'a long enough password';

/** A customer of the built-in sign-in. */
async function signUp(email: string) {
  const account = { email, password: PASSWORD, name: 'Sam Scale' };
  const session = await sessionOf(await callIdentity('/sign-up/email', account));
  const { token, client } = session;
  const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string };
  const { status } = await client.post('/users/initialize', {
    clerkId: sub,
    email,
    role: 'customer',
  });
  expect(status).toBe(200);
  return session;
}

async function startProcess(
  what: string,
  { url: address, mongodbUri, redisUrl }: { url: string; mongodbUri: string; redisUrl: string },
): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  const secret = 'a secret for tests only, 32 or more';
  const child = spawn(process.execPath, [`dist/server/${what}.js`], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      PUBLIC_URL: address,
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
      TICKET_SECRET: secret,
      AUTH_SECRET: secret,
      MAX_LAG_MS: BUSY_MACHINE.MAX_LAG_MS,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  const isUp = () =>
    fetch(`${at(port)}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(`the ${what} to be up`, isUp, START_MS);
  return port;
}

/** A round-robin proxy: every request and every socket goes to the next process. */
function roundRobin(server: Server, toApis: number[], toGateways: number[]): void {
  let turn = 0;
  const next = (ports: number[]) => ports[turn++ % ports.length] ?? 0;
  const head = (from: IncomingMessage) =>
    [`${from.method} ${from.url} HTTP/1.1`, ...pairs(from.rawHeaders), '', ''].join('\r\n');
  server.on('request', (from, to) => {
    const { method, url: path, headers } = from;
    const port = next(toApis);
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(to);
    });
    passed.on('error', () => to.destroy());
    from.pipe(passed);
  });
  server.on('upgrade', (from, near) => {
    const far = connect(next(toGateways), '127.0.0.1', () => far.write(head(from)));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
}

const pairs = (raw: readonly string[]) =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1] ?? ''}`] : []));

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The network socket below a client's socket. */
function lineOf({ socket }: SocketClient): { pause(): void; resume(): void } {
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { _socket: { pause(): void; resume(): void } } };
  };
  return transport.ws._socket;
}
