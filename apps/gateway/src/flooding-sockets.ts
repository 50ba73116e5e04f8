import type { Socket } from 'socket.io';

/** Packets that a connection may send in a second. */
export const PACKETS_PER_SECOND = 20;

type Line = Pick<Socket['conn'], 'on' | 'close'>;

/**
 * Ends a connection that sends more than any page does. It counts packets as they come in, before anybody has looked at
 * them: also those of a connection that has no ticket yet, and those that are no messages of ours.
 */
export function cutWhenFlooding(line: Line, now: () => number = Date.now): void {
  let since = now();
  let packets = 0;
  line.on('packet', () => {
    if (now() - since >= 1_000) {
      since = now();
      packets = 0;
    }
    packets += 1;
    if (packets > PACKETS_PER_SECOND) line.close(true);
  });
}
