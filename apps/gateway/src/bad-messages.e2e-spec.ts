import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  badPacket,
  HttpClient,
  INSIDE,
  Marketplace,
  SocketClient,
  type TestFarm,
  waitFor,
} from '#libs/testing';

/** Malformed packets; BAD_INPUT_RUNS sets another number, BAD_INPUT_SEED repeats the same ones. */
const RUNS = Number(process.env.BAD_INPUT_RUNS ?? 250);
const SEED = Number(process.env.BAD_INPUT_SEED ?? 7);
/** Packets that one socket sends before its connection is checked; fewer than the rate limit. */
const PER_SOCKET = 8;

let market: Marketplace;
let farm: TestFarm;
/** A well-behaved client, which must not be affected. */
let bystander: SocketClient;
let product: Awaited<ReturnType<Marketplace['product']>>;

beforeAll(async () => {
  market = await Marketplace.open();
  farm = await market.farm();
  product = await market.product(farm);
  bystander = await SocketClient.connect(market.url, market.visitor);
  await bystander.watch([product._id.toString()]);
});
afterAll(async () => {
  bystander.close();
  await market.close();
});

/** A visitor's socket, and every packet that it receives, as text. */
async function open(): Promise<{ socket: SocketClient; received: string[] }> {
  const socket = await SocketClient.connect(market.url, market.visitor);
  const received: string[] = [];
  socket.socket.io.engine.on('packet', ({ data }) => received.push(String(data ?? '')));
  return { socket, received };
}
const write = ({ socket }: SocketClient, packet: string | Buffer) => {
  // Bypasses the client, which would not send it.
  socket.io.engine?.write(packet as string);
};
/** Resolves once the server has handled all that this socket has sent: it answers, or has closed the connection. */
async function outcomeOf(client: SocketClient): Promise<'answers' | 'hung up'> {
  let answered = false;
  client.socket.emit('product.watch', { productIds: [] }, () => {
    answered = true;
  });
  await waitFor('an answer, or the end of the connection', () => answered || client.ended);
  return answered ? 'answers' : 'hung up';
}

describe('a connection', () => {
  it.each([
    ['https://other.example', 403],
    ['null', 403],
    ['here', 200],
    [undefined, 200],
  ])('from a page of %p is answered %p', async (origin, status) => {
    const url = new URL('/socket.io/?EIO=4&transport=polling', market.url);
    const from = origin === 'here' ? url.origin : origin;
    const answer = await fetch(url, { headers: from === undefined ? {} : { origin: from } });
    expect(answer.status).toBe(status);
  });
});

describe('malformed packets', () => {
  it('are ignored or end their own connection, reveal nothing, and affect nobody else', async () => {
    const outcomes = { answers: 0, 'hung up': 0 };
    const packets = fc.array(fc.record({ kind: fc.nat(3), n: fc.nat() }), {
      minLength: PER_SOCKET,
      maxLength: PER_SOCKET,
    });
    await fc.assert(
      fc.asyncProperty(packets, async (chosen) => {
        const { socket, received } = await open();
        for (const { kind, n } of chosen) write(socket, badPacket(kind, n));
        outcomes[await outcomeOf(socket)]++;
        expect(received.join('\n')).not.toMatch(INSIDE);
        socket.close();
      }),
      { numRuns: Math.ceil(RUNS / PER_SOCKET), seed: SEED },
    );
    // An invalid message is ignored; an invalid frame closes the connection.
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0);
    await unharmed();
  }, 1_800_000);

  it('in binary are handled alike', async () => {
    for (const packet of [Buffer.alloc(0), Buffer.from('42["x"]'), Buffer.alloc(12_000, 0xff)]) {
      const { socket, received } = await open();
      write(socket, '51-["product.watch",{"_placeholder":true,"num":7}]');
      write(socket, packet);
      write(socket, packet);
      await outcomeOf(socket);
      expect(received.join('\n')).not.toMatch(INSIDE);
      socket.close();
    }
    await unharmed();
  });

  it.each([
    ['messages', '2["product.watch",{"productIds":[]}]'],
    ['acknowledgements of nothing', '31[]'],
    ['connections to unknown namespaces', '0/admin,{}'],
  ])('a flood of %s ends the connection', async (_, packet) => {
    const { socket } = await open();
    for (let n = 0; n < 500; n++) write(socket, packet);
    await waitFor('the flood to be cut off', () => socket.ended);
    await unharmed();
  });

  it('larger than any message end the connection', async () => {
    const { socket } = await open();
    write(socket, `2["product.watch",${JSON.stringify('x'.repeat(20_000))}]`);
    await waitFor('the socket to be cut off', () => socket.ended);
    await unharmed();
  });
});

it('a malformed handshake is refused, and reveals nothing', async () => {
  const handshakes: [method: string, query: string, body?: string][] = [
    ['GET', 'EIO=3&transport=polling'],
    ['GET', 'EIO=__proto__&transport=polling'],
    ['GET', 'EIO=4&transport=constructor'],
    ['GET', 'EIO=4&transport=polling&sid=__proto__'],
    ['GET', 'EIO=4&transport=polling&sid=a&sid=b'],
    ['POST', 'EIO=4&transport=polling&sid=nobody', '40'],
    ['POST', 'EIO=4&transport=polling', '40'],
    ['DELETE', 'EIO=4&transport=polling'],
  ];
  for (const [method, query, body] of handshakes) {
    const response = await fetch(`${market.url}/socket.io/?${query}`, {
      method,
      ...(body !== undefined && { body }),
    });
    expect([method, query, response.status]).toEqual([method, query, 400]);
    expect(await response.text()).not.toMatch(INSIDE);
  }
  await unharmed();
});

let price = 0;
/** Others still receive events, and the process still answers. */
async function unharmed(): Promise<void> {
  expect((await new HttpClient(market.url).get('/health/ready')).status).toBe(200);
  price += 1;
  const path = `/products/${product._id}`;
  const { version } = (await market.visitor.get(path)).body as { version: number };
  expect((await farm.farmer.client.patch(path, { version, price })).status).toBe(200);
  await bystander.receives(
    'product.stock-changed',
    ({ payload }) => payload.change.price === price,
  );
  expect(bystander.ended).toBeUndefined();
}
