import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, Schema, Types } from 'mongoose';
import {
  type DomainEvent,
  EVENT_FORMAT,
  type EventName,
  type EventPayload,
  isHandled,
  isLiveEvent,
  type LiveEventName,
} from '#libs/contracts';
import { Transactions } from '../data/transactions.js';
import { currentContext } from '../request-context.js';
import { EventLog, type StoredEvent } from './event-log.js';

/** Seconds for which a handled event is kept, for audits and for rebuilding projections. */
const KEEP_SECONDS = 7 * 86_400;
/** Maximum companions of one event: a document has at most 16 MB, and thousands of products may change at once. */
const COMPANIONS_MAX = 200;

/** A committed event; its `_id` is the event's id. */
export interface OutboxEntry {
  _id: Types.ObjectId;
  name: EventName;
  occurredAt: Date;
  aggregateId: string;
  version: number;
  correlationId: string;
  actorId: string | null;
  payload: unknown;
  /** The format of the payload, see `EVENT_FORMAT`. */
  format: number;
  /** The handlers that have handled it, as `Class.method`. */
  handled: string[];
  /** When its last handler had handled it; for an event without handlers, when it occurred. */
  handledAt: Date | null;
  /** The events without handlers that were added right after this one, if any. */
  companions?: StoredEvent[];
}

/** The projection for handling events. */
export const WITHOUT_COMPANIONS = { companions: 0 } as const;

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
    format: { type: Number, required: true },
    handled: { type: [String], required: true },
    handledAt: { type: Date, default: null },
    companions: { type: [Schema.Types.Mixed], default: undefined },
  },
  { collection: 'outbox', versionKey: false, minimize: false },
);
outboxSchema.index({ handledAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** An event to be stored in the outbox; made by {@link draft}, which ties the payload to the name. */
export interface EventDraft<Name extends EventName = EventName> {
  readonly name: Name;
  readonly aggregate: { readonly id: { toString(): string }; readonly version: number };
  readonly payload: EventPayload<Name>;
  /** The event that causes this one, if not the current work; both then have the same correlation id and actor. */
  readonly cause?: Pick<DomainEvent, 'correlationId' | 'actorId'>;
}

/** Drafts an event. `version` is the aggregate's after the change. */
export function draft<Name extends EventName>(
  name: Name,
  aggregate: EventDraft['aggregate'],
  payload: EventPayload<Name>,
  cause?: EventDraft['cause'],
): EventDraft<Name> {
  return { name, aggregate, payload, ...(cause && { cause }) };
}

/** Maximum number of live events that wait in this process for Redis. */
const UNAPPENDED_MAX = 1_000;
/** Milliseconds before appending them again. */
const RETRY_MS = 1_000;

/** Stores events in the transaction of their change, and appends them to the log once it has committed. */
@Injectable()
export class Outbox {
  /** Committed in this turn of the event loop, and not yet appended. */
  private committed: StoredEvent[] = [];
  /** Live events that could not be appended, and that no relay would append. */
  private unappended: StoredEvent[] = [];

  constructor(
    @InjectModel(OUTBOX) private readonly entries: Model<OutboxEntry>,
    private readonly log: EventLog,
    private readonly transactions: Transactions,
  ) {}

  /** Adds events to the transaction, in this order. */
  async add(session: ClientSession, ...drafts: EventDraft[]): Promise<void> {
    if (drafts.length === 0) return;
    const rows = toRows(toEntries(drafts));
    await this.entries.insertMany(rows, { lean: true, session });
    this.transactions.afterCommit(session, () => this.append(rows.flatMap(eventsIn)));
  }

  /** Publishes an event that has no outbox row; call it once its change is written. */
  publish(event: EventDraft<LiveEventName>): void {
    this.append(toEntries([event]).map(toStoredEvent));
  }

  /** One command for all events committed in one turn. If it fails, the relay appends those with a row. */
  private append(events: readonly StoredEvent[]): void {
    if (this.committed.length === 0) setImmediate(() => void this.flush(this.committed.splice(0)));
    this.committed.push(...events);
  }

  private async flush(events: readonly StoredEvent[]): Promise<void> {
    const isAppended = await this.log.append(events).catch(() => false);
    if (isAppended) return;
    const live = events.filter(({ name }) => isLiveEvent(name));
    if (live.length === 0 || this.unappended.length + live.length > UNAPPENDED_MAX) return;
    if (this.unappended.length === 0)
      setTimeout(() => this.append(this.unappended.splice(0)), RETRY_MS).unref();
    this.unappended.push(...live);
  }
}

function toEntries(drafts: readonly EventDraft[]): OutboxEntry[] {
  const { requestId, actorId } = currentContext();
  const occurredAt = new Date();
  return drafts.map(({ name, aggregate, payload, cause }) => ({
    _id: new Types.ObjectId(),
    name,
    occurredAt,
    aggregateId: aggregate.id.toString(),
    version: aggregate.version,
    correlationId: cause?.correlationId ?? requestId,
    actorId: cause ? cause.actorId : actorId,
    payload,
    format: EVENT_FORMAT,
    handled: [],
    handledAt: isHandled(name, payload) ? null : occurredAt,
  }));
}

/**
 * An event with handlers has its own row, which records them. All others are stored in the row before them, which
 * keeps their order.
 */
function toRows(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const rows: OutboxEntry[] = [];
  for (const entry of entries) {
    const row = rows.at(-1);
    const companions = row?.companions ?? [];
    if (!row || entry.handledAt === null || companions.length === COMPANIONS_MAX) rows.push(entry);
    else row.companions = [...companions, toStoredEvent(entry)];
  }
  return rows;
}

/** All events of an outbox row, in their order. */
export function eventsIn(row: OutboxEntry): StoredEvent[] {
  return [toStoredEvent(row), ...(row.companions ?? [])];
}

/** The unparsed event of an outbox row: one that does not parse must fail in its handler, where it is seen. */
export function toStoredEvent(entry: OutboxEntry): StoredEvent {
  const { _id, occurredAt, name, aggregateId, version, correlationId, actorId, payload } = entry;
  const head = { name, aggregateId, version, correlationId, actorId };
  return { ...head, id: _id.toString(), occurredAt: occurredAt.toISOString(), payload };
}
