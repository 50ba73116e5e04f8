import type { RealtimeSocket } from './realtime-server.js';

/** Packets that may be buffered for one socket: more than one replay, which is buffered at once. */
export const BUFFERED_MAX = 5_000;

/**
 * Disconnects a socket that reads slower than events are emitted, because its buffer would fill this process' memory.
 * Its page reconnects and resumes, or fetches its screen again.
 */
export function disconnectWhenSlow({ conn }: RealtimeSocket): void {
  let buffered = 0;
  conn.on('flush', () => {
    buffered = 0;
  });
  conn.on('packetCreate', () => {
    buffered += 1;
    if (buffered > BUFFERED_MAX) conn.close(true);
  });
}
