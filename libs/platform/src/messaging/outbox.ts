import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import { type ClientSession, type Model, Schema, Types } from 'mongoose';
import type { DomainEvent, EventName, EventPayload } from '#libs/contracts';
import { REDIS } from '../data/redis.js';
import { Transactions } from '../data/transactions.js';
import { currentContext } from '../request-context.js';
import { tellCommitted } from './commits.js';
import type { QueuedEvent } from './queues.js';

/** Seconds that a published event is kept, for resync and audit. */
const KEEP_SECONDS = 7 * 86_400;

/** An event waiting to be published, or published; its `_id` is the event's id. */
export interface OutboxEntry {
  _id: Types.ObjectId;
  name: EventName;
  occurredAt: Date;
  aggregateId: string;
  version: number;
  correlationId: string;
  actorId: string | null;
  payload: unknown;
  /** Null until the relay has put it on its queues. */
  publishedAt: Date | null;
}

export const OUTBOX = 'OutboxEntry';
export const outboxSchema = new Schema<OutboxEntry>(
  {
    name: { type: String, required: true },
    occurredAt: { type: Date, required: true },
    aggregateId: { type: String, required: true },
    version: { type: Number, required: true },
    correlationId: { type: String, required: true },
    actorId: { type: String, default: null },
    payload: { type: Schema.Types.Mixed, required: true },
    publishedAt: { type: Date, default: null },
  },
  { collection: 'outbox', versionKey: false, minimize: false },
);
outboxSchema.index({ publishedAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });
outboxSchema.index({ publishedAt: 1, _id: 1 });

/** An event on its way into the outbox; made by {@link draft}, which ties the payload to the name. */
export interface EventDraft {
  readonly name: EventName;
  readonly aggregate: { readonly id: { toString(): string }; readonly version: number };
  readonly payload: unknown;
  /** The event it follows from, where that is not the work at hand; it then has the same cause. */
  readonly follows?: Pick<DomainEvent, 'correlationId' | 'actorId'>;
}

/** Drafts an event. `version` is the aggregate's after the change. */
export function draft<Name extends EventName>(
  name: Name,
  aggregate: EventDraft['aggregate'],
  payload: EventPayload<Name>,
  follows?: EventDraft['follows'],
): EventDraft {
  return { name, aggregate, payload, ...(follows && { follows }) };
}

/** Where a transaction leaves the events that follow from it; the relay takes them on. */
@Injectable()
export class Outbox {
  /** Committed in this turn of the event loop, and not yet told. */
  private committed: OutboxEntry[] = [];

  constructor(
    @InjectModel(OUTBOX) private readonly entries: Model<OutboxEntry>,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly transactions: Transactions,
  ) {}

  /** Appends events to the transaction, in this order; the relay hears of them once it has committed. */
  async add(session: ClientSession, ...drafts: EventDraft[]): Promise<void> {
    if (drafts.length === 0) return;
    const { requestId, actorId } = currentContext();
    const entries: OutboxEntry[] = drafts.map(({ name, aggregate, payload, follows }) => ({
      _id: new Types.ObjectId(),
      name,
      occurredAt: new Date(),
      aggregateId: aggregate.id.toString(),
      version: aggregate.version,
      correlationId: follows?.correlationId ?? requestId,
      actorId: follows ? follows.actorId : actorId,
      payload,
      publishedAt: null,
    }));
    await this.entries.collection.insertMany(entries, { session });
    this.transactions.afterCommit(session, () => this.tell(entries));
  }

  /** Tells the relay and the gateways, once for all that was added to a transaction. */
  private tell(entries: readonly OutboxEntry[]): void {
    if (this.committed.length === 0) setImmediate(() => this.tellAll());
    this.committed.push(...entries);
  }

  private tellAll(): void {
    void tellCommitted(this.redis, this.committed.splice(0).map(toQueuedEvent)).catch(() => {});
  }
}

/** The event that an outbox entry holds, unparsed: one that does not parse must fail at its consumer, where it is seen. */
export function toQueuedEvent(entry: OutboxEntry): QueuedEvent {
  const { _id, publishedAt: _, occurredAt, ...rest } = entry;
  return { ...rest, id: _id.toString(), occurredAt: occurredAt.toISOString() };
}
