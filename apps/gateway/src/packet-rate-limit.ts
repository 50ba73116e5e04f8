import type { Socket } from 'socket.io';

/** Maximum packets per second of one connection. */
export const PACKETS_PER_SECOND = 20;

type Connection = Pick<Socket['conn'], 'on' | 'close'>;

/**
 * Disconnects a client that exceeds the rate. Packets are counted before they are parsed, including those of
 * connections without a ticket and those that are no messages of this application.
 */
export function limitPacketRate(connection: Connection, now: () => number = Date.now): void {
  let since = now();
  let packets = 0;
  connection.on('packet', () => {
    if (now() - since >= 1_000) {
      since = now();
      packets = 0;
    }
    packets += 1;
    if (packets > PACKETS_PER_SECOND) connection.close(true);
  });
}
