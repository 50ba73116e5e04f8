import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sessionEnded } from '#libs/identity';
import { Outbox, Tickets } from '#libs/platform';
import { Marketplace, SocketClient, type TestPerson, waitFor } from '#libs/testing';

let market: Marketplace;
let person: TestPerson;
let sockets: SocketClient[] = [];

beforeAll(async () => {
  market = await Marketplace.open();
  person = await market.person('customer');
});
afterEach(() => {
  for (const socket of sockets) socket.close();
  sockets = [];
});
afterAll(() => market.close());

async function open(ticket: string): Promise<SocketClient> {
  const socket = await SocketClient.open(market.url, { ticket });
  sockets.push(socket);
  return socket;
}
/** A ticket of another session of the same person. */
const ticketOf = (sessionId: string) =>
  market.app
    .get(Tickets)
    .issue({ userId: person.user._id, role: 'customer', farmId: null, sessionId });
const end = (sessionId: string) => market.app.get(Outbox).publish(sessionEnded(sessionId));

describe('the end of a session', () => {
  it('ends its sockets within seconds, and those of no other session', async () => {
    const here = await open(await SocketClient.ticket(person.client));
    const there = [await open(await ticketOf('phone')), await open(await ticketOf('phone'))];
    const visitor = await open(await SocketClient.ticket(market.visitor));
    end('phone');
    await waitFor('its sockets to end', () => there.every(({ ended }) => ended), 2_000);
    for (const socket of there) {
      expect(socket.ended).toBe('io server disconnect');
      expect(socket.ofName('session.ended')).toMatchObject([{ payload: { sessionId: 'phone' } }]);
    }
    await market.settled();
    for (const socket of [here, visitor])
      expect([socket.ended, socket.ofName('session.ended')]).toEqual([undefined, []]);
  });

  it('also makes tickets invalid that it was issued before', async () => {
    const kept = await ticketOf('tablet');
    await open(await ticketOf('tablet'));
    end('tablet');
    await waitFor('its socket to end', () => sockets[0]?.ended, 2_000);
    await expect(open(kept)).rejects.toThrow('TOKEN_INVALID');
    await open(await ticketOf('another'));
  });

  it('is that of the caller’s own session', async () => {
    const own = await open(await SocketClient.ticket(person.client));
    const other = await open(await ticketOf('another'));
    end(`session-of-${person.client.token}`);
    await waitFor('its socket to end', () => own.ended, 2_000);
    expect(other.ended).toBeUndefined();
  });
});
