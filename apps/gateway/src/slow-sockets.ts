import type { RealtimeServer } from './realtime-server.js';

/**
 * Messages that may wait in memory for one socket that does not read; more than what is told again at once, which
 * waits too until it is written.
 */
export const WAITING_MAX = 5_000;
/** Events from one look at the sockets to the next: so many more than that may wait for one. */
const LOOK_EVERY = 500;

/**
 * Ends the connections of sockets that do not read as fast as they are told, so that they cannot fill the memory of
 * all. Their pages come back, and are told what they missed or read their screens anew. It looks now and then: to count
 * each message of each socket would cost a good part of telling it.
 */
export class SlowSockets {
  private told = 0;

  /** To be called with each event that is told. */
  look(io: RealtimeServer): void {
    this.told += 1;
    if (this.told % LOOK_EVERY > 0) return;
    // Not said in its types: what Engine.IO has not yet given to the transport.
    for (const { conn } of io.sockets.sockets.values())
      if (conn['writeBuffer'].length > WAITING_MAX) conn.close(true);
  }
}
