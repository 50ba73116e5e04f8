import { Injectable, SetMetadata } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { type DomainEvent, type EventName, eventNames, hasHandlers } from '#libs/contracts';
import { Transactions } from '../data/transactions.js';
import { type DecoratedMethod, Discovery, type MethodDecoratorOf } from '../discovery.js';
import { AwaitedEventError } from '../errors.js';
import { traceHandling } from '../observability/observe.js';
import { currentContext, type RequestContext, runInContext } from '../request-context.js';
import { OUTBOX, type OutboxEntry, WITHOUT_COMPANIONS } from './outbox.js';
import { eventOf } from './stored-events.js';

const HANDLES = 'farmgate:handles-event';

/** The events of a method, and whether it takes them as a batch. */
interface Handles {
  readonly names: readonly EventName[];
  readonly takesBatch: boolean;
}

/** The mutex of transactions that handle events: handlers update the same documents, such as running totals. */
export const EVENT_HANDLERS_KEY = 'event-handlers';

/**
 * Marks a method that handles events one at a time: `(event, session) => Promise<void>`. It runs in a transaction
 * that also records this handler on the outbox row, so its effect happens once, however often the event arrives. The
 * handler is recorded as `Class.method`. Set `handled` on the event's definition in contracts, too.
 */
export const OnEvent = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata<string, Handles>(HANDLES, { names, takesBatch: false }) as MethodDecoratorOf<
    (event: DomainEvent<Name>, session: ClientSession) => Promise<void>
  >;

/** The same for a method that handles a batch in order: `(events, session) => Promise<void>`. */
export const OnEvents = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata<string, Handles>(HANDLES, { names, takesBatch: true }) as MethodDecoratorOf<
    (events: readonly DomainEvent<Name>[], session: ClientSession) => Promise<void>
  >;

interface Handler {
  readonly name: string;
  readonly events: ReadonlySet<EventName>;
  readonly run: (events: readonly DomainEvent[], session: ClientSession) => Promise<void>;
}

/** An outbox row, and the names of the handlers that have handled it. */
interface HandledRow {
  readonly row: Pick<OutboxEntry, '_id' | 'name'>;
  readonly done: ReadonlySet<string>;
}

/** A row that some handler has not handled. */
class OpenRow implements HandledRow {
  private parsed: DomainEvent | undefined;

  constructor(
    readonly row: OutboxEntry,
    readonly done: Set<string>,
  ) {}

  /** Parsed once for all handlers; throws if it cannot be parsed. */
  get event(): DomainEvent {
    this.parsed ??= eventOf(this.row);
    return this.parsed;
  }
}

/** Runs the `@OnEvent` and `@OnEvents` methods of this process. */
@Injectable()
export class EventHandlers {
  private found: readonly Handler[] | undefined;

  constructor(
    private readonly discovery: Discovery,
    private readonly transactions: Transactions,
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
  ) {}

  /** Throws unless the events with handlers here are exactly those that contracts mark as `handled`. */
  check(): void {
    const handled = new Set(this.handlers.flatMap(({ events }) => [...events]));
    const wrong = eventNames.filter((name) => hasHandlers(name) !== handled.has(name));
    if (wrong.length > 0)
      throw new Error(
        `\`handled\` in contracts does not match the handlers of ${wrong.join(', ')}`,
      );
  }

  /**
   * Handles a batch in id order: all handlers in one transaction, which also marks the events. Handlers that have
   * already handled an event skip it. If one throws, nothing is stored.
   */
  async handle(ids: readonly string[]): Promise<void> {
    await this.handleWith(this.handlers, ids);
  }

  /**
   * Handles one event, each handler in its own transaction. Throws if some fail; the others are done then. Throws an
   * {@link AwaitedEventError} if some wait for another event and none fails.
   */
  async handleEach(id: string): Promise<void> {
    const failures: unknown[] = [];
    let awaited: AwaitedEventError | undefined;
    for (const handler of this.handlers)
      await this.handleWith([handler], [id]).catch((error: unknown) => {
        if (error instanceof AwaitedEventError) awaited = error;
        else failures.push(error);
      });
    if (failures.length > 1) throw new AggregateError(failures);
    if (failures.length > 0) throw failures[0];
    if (awaited) throw awaited;
  }

  /** The given events that some handler has not handled. */
  async openEvents(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    const rows = await this.outbox
      .find({ _id: { $in: ids }, handledAt: null }, { name: 1 })
      .lean<Pick<OutboxEntry, '_id' | 'name'>[]>();
    return rows.map(({ _id, name }) => ({ id: _id.toString(), name }));
  }

  /** The names of the handlers of an event. */
  namesOf(event: EventName): string[] {
    return this.handlers.filter(({ events }) => events.has(event)).map(({ name }) => name);
  }

  private async handleWith(handlers: readonly Handler[], ids: readonly string[]): Promise<void> {
    const startedAt = Date.now();
    const handled = await this.transactions.run(
      async (session) => {
        const rows = await this.openRows(ids, session);
        for (const { name, events, run } of handlers) {
          const open = rows.filter(({ row, done }) => events.has(row.name) && !done.has(name));
          if (open.length === 0) continue;
          const batch = open.map(({ event }) => event);
          await runInContext(contextOf(batch), () => run(batch, session));
          for (const { done } of open) done.add(name);
        }
        await this.record(session, rows);
        return rows;
      },
      [EVENT_HANDLERS_KEY],
    );
    for (const { row } of handled) traceHandling(row, startedAt);
  }

  /** The rows that some handler has not handled, in the order of their ids. */
  private async openRows(ids: readonly string[], session: ClientSession): Promise<OpenRow[]> {
    const found = await this.outbox
      .find({ _id: { $in: ids }, handledAt: null }, WITHOUT_COMPANIONS)
      .session(session)
      .lean<OutboxEntry[]>();
    const rows = new Map(found.map((row) => [row._id.toString(), row]));
    return [...new Set(ids)].flatMap((id) => {
      const row = rows.get(id);
      return row ? new OpenRow(row, new Set(row.handled)) : [];
    });
  }

  /** Inside a transaction: records on each row which handlers have handled it. */
  async record(session: ClientSession, rows: readonly HandledRow[]): Promise<void> {
    const now = new Date();
    /** Rows that get the same update: most of a batch, because the event's name determines its handlers. */
    const alike = new Map<string, { $set: Partial<OutboxEntry>; ids: Types.ObjectId[] }>();
    for (const { row, done } of rows) {
      const isComplete = this.namesOf(row.name).every((name) => done.has(name));
      const $set = {
        handled: [...done],
        handledAt: isComplete ? now : null,
      };
      const ids = alike.get(JSON.stringify($set))?.ids ?? [];
      alike.set(JSON.stringify($set), { $set, ids: [...ids, row._id] });
    }
    const updates = [...alike.values()].map(({ $set, ids }) => ({
      updateMany: { filter: { _id: { $in: ids } }, update: { $set } },
    }));
    if (updates.length > 0) await this.outbox.bulkWrite(updates, { session });
  }

  private get handlers(): readonly Handler[] {
    this.found ??= this.discovery.decoratedMethods<Handles>(HANDLES).map(toHandler);
    return this.found;
  }
}

function toHandler({
  owner,
  name,
  metadata,
  handler,
  instance,
}: DecoratedMethod<Handles>): Handler {
  const method = handler.bind(instance) as (
    given: unknown,
    session: ClientSession,
  ) => Promise<void>;
  return {
    name: `${owner.name}.${name}`,
    events: new Set(metadata.names),
    async run(events, session) {
      if (metadata.takesBatch) return method(events, session);
      // Sequentially, because a transaction runs one statement at a time.
      for (const event of events)
        await runInContext(contextOf([event]), () => method(event, session));
    },
  };
}

/** The context of a batch: the request of its newest event, and no actor if there are several events. */
function contextOf(events: readonly DomainEvent[]): RequestContext {
  const newest = events.at(-1);
  if (!newest) return currentContext();
  const { correlationId: requestId, actorId } = newest;
  return { ...currentContext(), requestId, actorId: events.length > 1 ? null : actorId };
}
