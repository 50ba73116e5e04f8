import type { RealtimeServer } from './realtime-server.js';

/** Messages that may be buffered for one socket; more than one replay has, which is buffered at once. */
export const BUFFERED_MAX = 5_000;
/** Events from one check to the next: a buffer can exceed its limit by as many. */
const CHECK_EVERY = 500;

/**
 * Disconnects slow consumers: sockets that read slower than events are emitted to them, whose buffers would fill this
 * process' memory. Their pages reconnect and resume, or fetch their screens again. The buffers are not checked at each
 * event, because that costs a large part of emitting it.
 */
export class SlowConsumers {
  private emitted = 0;

  /** To be called after each event. */
  afterEmit(io: RealtimeServer): void {
    this.emitted += 1;
    if (this.emitted % CHECK_EVERY > 0) return;
    // Absent from its types: what Engine.IO has not yet given to the transport.
    for (const { conn } of io.sockets.sockets.values())
      if (conn['writeBuffer'].length > BUFFERED_MAX) conn.close(true);
  }
}
