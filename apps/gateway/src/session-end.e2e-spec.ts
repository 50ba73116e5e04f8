import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { announceSessionEnd } from '#libs/identity';
import { EventLog, Outbox, Tickets, Transactions } from '#libs/platform';
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
    .issue({ userId: person.user._id, role: 'customer', farmId: null, farmRole: null, sessionId });
const end = (sessionId: string) =>
  announceSessionEnd(market.app.get(Transactions), market.app.get(Outbox), sessionId);

describe('the end of a session', () => {
  it('ends its sockets within seconds, and those of no other session', async () => {
    const here = await open(await SocketClient.ticket(person.client));
    const there = [await open(await ticketOf('phone')), await open(await ticketOf('phone'))];
    const visitor = await open(await SocketClient.ticket(market.visitor));
    await end('phone');
    await waitFor('its sockets to end', () => there.every(({ ended }) => ended), 10_000);
    for (const socket of there) {
      expect(socket.ended).toBe('io server disconnect');
      expect(socket.ofName('session.ended')).toMatchObject([{ payload: { sessionId: 'phone' } }]);
    }
    await market.settled();
    for (const socket of [here, visitor])
      expect([socket.ended, socket.ofName('session.ended')]).toEqual([undefined, []]);
  });

  it('ends them too where the process is killed before it has appended the event', async () => {
    const socket = await open(await ticketOf('watch'));
    const append = jest.spyOn(market.app.get(EventLog), 'append');
    append.mockReturnValueOnce(new Promise(() => undefined));
    await end('watch');
    await waitFor('the relay to append it', () => socket.ended, 10_000);
    append.mockRestore();
    expect(socket.ended).toBe('io server disconnect');
  });

  it('also makes tickets invalid that it was issued before', async () => {
    const kept = await ticketOf('tablet');
    await open(await ticketOf('tablet'));
    await end('tablet');
    await waitFor('its socket to end', () => sockets[0]?.ended, 10_000);
    await expect(open(kept)).rejects.toThrow('TOKEN_INVALID');
    await open(await ticketOf('another'));
  });

  it('is that of the caller’s own session', async () => {
    const own = await open(await SocketClient.ticket(person.client));
    const other = await open(await ticketOf('another'));
    await end(`session-of-${person.client.token}`);
    await waitFor('its socket to end', () => own.ended, 10_000);
    expect(other.ended).toBeUndefined();
  });
});
