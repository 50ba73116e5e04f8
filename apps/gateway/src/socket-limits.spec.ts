import { EventEmitter } from 'node:events';
import { expect, it } from '@jest/globals';
import type { RealtimeSocket } from './realtime-server.js';
import {
  closeOldSockets,
  endOfLife,
  limitPacketRate,
  PACKETS_PER_SECOND,
} from './socket-limits.js';

class Connection extends EventEmitter {
  closed = 0;
  close(): void {
    this.closed += 1;
  }
}

it('closes a connection at the first packet above the rate', () => {
  const connection = new Connection();
  let time = 5_000;
  limitPacketRate(connection as unknown as Parameters<typeof limitPacketRate>[0], () => time);
  const send = (packets: number) => {
    for (let n = 0; n < packets; n++) connection.emit('packet');
  };
  send(PACKETS_PER_SECOND);
  time += 999;
  expect(connection.closed).toBe(0);
  send(1);
  expect(connection.closed).toBe(1);

  time += 1;
  send(PACKETS_PER_SECOND);
  expect(connection.closed).toBe(1);
});

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
