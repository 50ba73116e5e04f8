import { LRUCache } from 'lru-cache';
import { mongo } from 'mongoose';
import { commandTimeoutMs } from '#libs/platform';
import type { OpenSession } from '../identity-provider.js';
import { AUTH_COLLECTIONS } from './collections.js';

/** Milliseconds for which a process assumes that a session has not ended elsewhere. */
const CACHE_MS = 5_000;
/** Maximum number of cached sessions. */
const CACHED_MAX = 10_000;

/** The fields of a stored session that are shown to its owner. */
interface StoredSession {
  readonly userId: mongo.ObjectId;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly userAgent?: string | null;
  readonly ipAddress?: string | null;
}

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

  /** The open sessions of an account, newest first. */
  async of(subject: string): Promise<OpenSession[]> {
    if (!mongo.ObjectId.isValid(subject)) return [];
    const found = await this.db()
      .collection<StoredSession>(AUTH_COLLECTIONS.sessions)
      .find({ userId: new mongo.ObjectId(subject), expiresAt: { $gt: new Date() } })
      .sort({ createdAt: -1 })
      .toArray();
    return found.map(({ _id, createdAt, updatedAt, userAgent = null, ipAddress = null }) => ({
      _id: _id.toString(),
      signedInAt: createdAt.toISOString(),
      usedAt: updatedAt.toISOString(),
      userAgent: userAgent || null,
      address: ipAddress || null,
    }));
  }

  /** Removes a session that this process has ended from the cache. */
  drop(sessionId: string): void {
    this.cache.delete(sessionId);
  }
}
