import { LRUCache } from 'lru-cache';
import { mongo } from 'mongoose';
import { commandTimeoutMs } from '#libs/platform';
import { AUTH_COLLECTIONS } from './collections.js';

/** Milliseconds for which a process assumes that a session has not ended elsewhere. */
const CACHE_MS = 5_000;
/** Maximum number of cached sessions. */
const CACHED_MAX = 10_000;

/** Checks that sessions have not ended, because a token outlives the session that issued it. */
export class LiveSessions {
  private readonly cache = new LRUCache<string, true>({ max: CACHED_MAX, ttl: CACHE_MS });

  constructor(private readonly db: () => mongo.Db) {}

  async has(sessionId: string): Promise<boolean> {
    if (this.cache.has(sessionId)) return true;
    if (!mongo.ObjectId.isValid(sessionId)) return false;
    const found = await this.db()
      .collection(AUTH_COLLECTIONS.sessions)
      .findOne(
        { _id: new mongo.ObjectId(sessionId), expiresAt: { $gt: new Date() } },
        { projection: { _id: 1 }, maxTimeMS: commandTimeoutMs() },
      );
    if (found) this.cache.set(sessionId, true);
    return found !== null;
  }

  /** Removes a session that this process has ended from the cache. */
  drop(sessionId: string): void {
    this.cache.delete(sessionId);
  }
}
