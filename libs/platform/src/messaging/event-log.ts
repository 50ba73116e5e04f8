import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { DomainEvent } from '#libs/contracts';
import { REDIS } from '../data/redis.js';

/** The log: a Redis stream of every committed event, in one order for all readers. */
export const LOG_KEY = 'events';
/** A hash that identifies the log: `epoch`, and the `run` (Redis' run id) in which it began. */
const EPOCH_KEY = 'events.epoch';

/** Maximum entries and bytes of the log; a reader that falls further behind has a gap. */
export const LOG_ENTRIES_MAX = 20_000;
const LOG_BYTES_MAX = 64 * 1024 * 1024;

/** A position in the stream: milliseconds of Redis' clock and a number within them. */
export type EntryId = `${number}-${number}`;

/** Negative if `a` was appended before `b`. */
export function compareEntryIds(a: EntryId, b: EntryId): number {
  const [aMs = 0, aNumber = 0] = a.split('-').map(Number);
  const [bMs = 0, bNumber = 0] = b.split('-').map(Number);
  return aMs - bMs || aNumber - bNumber;
}

/** An event as the outbox holds it: its handlers parse the payload. */
export type StoredEvent = Omit<DomainEvent, 'payload'> & { readonly payload: unknown };

/** An entry of the log. `json` is the unparsed event, because most readers need only its head. */
export interface LogEntry {
  readonly entryId: EntryId;
  readonly id: string;
  readonly name: string;
  readonly aggregateId: string;
  readonly json: string;
}

/** Begins a new log if there is none, and appends; {@link toLogEntry} reads the same fields. */
const APPEND = `
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('HSET', KEYS[2], 'epoch', ARGV[1], 'run', '')
  redis.call('XADD', KEYS[1], '*', 'epoch', ARGV[1])
end
for at = 4, #ARGV, 4 do
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*',
    'id', ARGV[at], 'name', ARGV[at + 1], 'aggregate', ARGV[at + 2], 'event', ARGV[at + 3])
end
if redis.call('MEMORY', 'USAGE', KEYS[1]) > tonumber(ARGV[3]) then
  redis.call('XTRIM', KEYS[1], 'MAXLEN', math.floor(redis.call('XLEN', KEYS[1]) * 3 / 4))
end`;

/**
 * Returns the epoch of the log. Begins a new epoch if there is no log, or if it began in another run of Redis, which
 * may have lost its newest writes. Its first entry announces it to readers. Writes only to change something, so that
 * readers continue while Redis refuses writes.
 */
const EPOCH = `
local known = redis.call('HMGET', KEYS[2], 'epoch', 'run')
if known[1] and redis.call('XLEN', KEYS[1]) > 0 and (known[2] == '' or known[2] == ARGV[2]) then
  if known[2] == '' then redis.call('HSET', KEYS[2], 'run', ARGV[2]) end
  return known[1]
end
redis.call('HSET', KEYS[2], 'epoch', ARGV[1], 'run', ARGV[2])
redis.call('XADD', KEYS[1], '*', 'epoch', ARGV[1])
return ARGV[1]`;

const newEpoch = () => randomBytes(4).toString('hex');

/** Appends committed events to the log. */
@Injectable()
export class EventLog {
  /** {@link LOG_BYTES_MAX}; tests set a smaller one. */
  bytesMax = LOG_BYTES_MAX;

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Appends events in order, all or none. Does nothing while Redis is unavailable: the relay appends what is missing.
   * Rejects if Redis refuses or does not answer in time; the events may have been appended then.
   */
  async append(events: readonly StoredEvent[]): Promise<boolean> {
    if (this.redis.status !== 'ready') return false;
    if (events.length === 0) return true;
    await this.redis.eval(
      APPEND,
      2,
      LOG_KEY,
      EPOCH_KEY,
      newEpoch(),
      LOG_ENTRIES_MAX,
      this.bytesMax,
      ...events.flatMap((event) => [
        event.id,
        event.name,
        event.aggregateId,
        JSON.stringify(event),
      ]),
    );
    return true;
  }

  /** Begins a new epoch, so that every reader treats what it has not read as lost. */
  async declareGap(): Promise<void> {
    await this.redis
      .multi()
      .del(EPOCH_KEY)
      .eval(EPOCH, 2, LOG_KEY, EPOCH_KEY, newEpoch(), '')
      .exec();
  }
}

/** The current log of Redis. */
export interface LogState {
  readonly epoch: string;
  /** The oldest entry that is kept; null in an empty log. */
  readonly first: EntryId | null;
  /** Milliseconds by which Redis' clock, which numbers the entries, is ahead of this process' clock. */
  readonly clockAheadMs: number;
}

/** Reads the state of the log; begins a new one if there is none. */
export async function readLogState(redis: Redis): Promise<LogState> {
  const [info, [seconds, micros]] = await Promise.all([redis.info('server'), redis.time()]);
  const clockAheadMs = Number(seconds) * 1_000 + Number(micros) / 1_000 - Date.now();
  const [, run = ''] = /run_id:([0-9a-f]+)/.exec(info) ?? [];
  const epoch = String(await redis.eval(EPOCH, 2, LOG_KEY, EPOCH_KEY, newEpoch(), run));
  const [oldest] = await redis.xrange(LOG_KEY, '-', '+', 'COUNT', 1);
  return { epoch, first: (oldest?.[0] as EntryId | undefined) ?? null, clockAheadMs };
}

/** Parses a raw entry; null if it only marks the beginning of an epoch. */
export function toLogEntry(entryId: string, fields: readonly string[]): LogEntry | null {
  const [field, id = '', , name = '', , aggregateId = '', , json = ''] = fields;
  return field === 'id' ? { entryId: entryId as EntryId, id, name, aggregateId, json } : null;
}
