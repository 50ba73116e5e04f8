import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import { type Model, Types } from 'mongoose';
import { lowestIdAt } from '../data/keyset.js';
import { REDIS } from '../data/redis.js';
import { LOG_KEY } from './event-log.js';
import { OUTBOX, type OutboxEntry } from './outbox.js';

/** Rows and entries per read. */
const BATCH = 500;
/** Ids, and codes of orders. */
const TRACE = /[0-9a-f]{24}|FG-[0-9A-Z]+/g;

/** What tells that an event names a person. */
export interface EventTraces {
  /** Ids, and codes of orders. */
  readonly traces: ReadonlySet<string>;
  /** Null if it may be another's. */
  readonly email: string | null;
}

/**
 * Removes handled events that name a person before their time is over, from the outbox and from the log. No index
 * finds them, so it reads every event: a price for an act that is rare.
 */
@Injectable()
export class EventErasure {
  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** Whether an event that names the person waits for a handler, which would write of them again. */
  async isAnyOpen(person: EventTraces): Promise<boolean> {
    const open = await this.outbox.find({ handledAt: null }).lean<OutboxEntry[]>();
    return open.some((row) => names(JSON.stringify(row), person));
  }

  /**
   * Removes those that occurred before this time. All that an event of the outbox has with it goes too; what it changed
   * stays.
   */
  async erase(person: EventTraces, before: Date): Promise<void> {
    await this.eraseFromOutbox(person, before);
    await this.eraseFromLog(person, before);
  }

  private async eraseFromOutbox(person: EventTraces, before: Date): Promise<void> {
    const end = lowestIdAt(before.getTime());
    let after = new Types.ObjectId('0'.repeat(24));
    for (;;) {
      const rows = await this.outbox
        .find({ _id: { $gt: after, $lt: end } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<OutboxEntry[]>();
      const found = rows.filter(
        (row) => row.handledAt !== null && names(JSON.stringify(row), person),
      );
      const _id = { $in: found.map((row) => row._id) };
      // Whether it is handled is asked again, because a requeued event is not.
      if (found.length > 0) await this.outbox.deleteMany({ _id, handledAt: { $ne: null } });
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last._id;
    }
  }

  private async eraseFromLog(person: EventTraces, before: Date): Promise<void> {
    let from = '-';
    for (;;) {
      const entries = await this.redis.xrange(
        LOG_KEY,
        from,
        String(before.getTime()),
        'COUNT',
        BATCH,
      );
      const found = entries.filter(([, fields]) => names(fields.join('\n'), person));
      if (found.length > 0) await this.redis.xdel(LOG_KEY, ...found.map(([id]) => id));
      const last = entries.at(-1);
      if (!last || entries.length < BATCH) return;
      from = `(${last[0]}`;
    }
  }
}

function names(text: string, { traces, email }: EventTraces): boolean {
  if (email !== null && text.includes(email)) return true;
  return (text.match(TRACE) ?? []).some((found) => traces.has(found));
}
