import type { Socket } from 'socket.io';

/**
 * Messages that may wait in memory for one socket that does not read; more than what is told again at once, which
 * waits too until it is written.
 */
export const WAITING_MAX = 5_000;

type Line = Pick<Socket['conn'], 'on' | 'close'>;

/**
 * Ends the connection of a socket that does not read as fast as it is told, so that it cannot fill the memory of
 * all. Its page comes back, and is told what it missed or reads its screen anew.
 */
export function cutWhenSlow(line: Line): void {
  let waiting = 0;
  line.on('flush', () => {
    waiting = 0;
  });
  line.on('packetCreate', () => {
    waiting += 1;
    if (waiting > WAITING_MAX) line.close(true);
  });
}
