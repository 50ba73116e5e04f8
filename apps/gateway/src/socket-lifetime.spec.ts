import { expect, it } from '@jest/globals';
import type { RealtimeSocket } from './realtime-server.js';
import { closeOldSockets, endOfLife } from './socket-lifetime.js';

const MINUTE = 60_000;

/** What is used of a socket. */
function socketThatConnects(at: number, random: number) {
  const socket = { closed: 0, data: { endsAt: endOfLife(at, random) } };
  return Object.assign(socket, {
    conn: {
      close: () => {
        socket.closed += 1;
      },
    },
  });
}

it('ends a socket within an hour, and not all that connected together at once', () => {
  const sockets = [0, 0.5, 1].map((random) => socketThatConnects(0, random));
  const open = (now: number) => {
    const still = sockets.filter(({ closed }) => closed === 0);
    closeOldSockets(still as unknown as RealtimeSocket[], now);
    return sockets.filter(({ closed }) => closed === 0).length;
  };
  expect(open(49 * MINUTE)).toBe(3);
  expect(open(50 * MINUTE)).toBe(2);
  expect(open(55 * MINUTE)).toBe(1);
  expect(open(60 * MINUTE)).toBe(0);
});
