import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { type DomainEvent, type EventName, eventNames, hasHandlers } from '#libs/contracts';
import { Transactions } from '../data/transactions.js';
import { type DecoratedMethod, Discovery } from '../discovery.js';
import { LOGGER, type Logger } from '../logging.js';
import { traceHandling } from '../observability/observe.js';
import { currentContext, type RequestContext, runInContext } from '../request-context.js';
import { type EarlierEvent, EarlierMarks } from './earlier-marks.js';
import { OUTBOX, type OutboxEntry, WITHOUT_FOLLOWERS } from './outbox.js';
import { eventOf, isEarlier, readRows } from './stored-events.js';

const HANDLES = 'farmgate:handles-event';
const HANDLES_MANY = 'farmgate:handles-events';
const RECORDED_AS = 'farmgate:handler-recorded-as';

/** The mutex of transactions that handle events: handlers update the same documents, such as running totals. */
export const EVENT_HANDLERS_KEY = 'event-handlers';

/**
 * Marks a method that handles events, one at a time: `(event, session) => Promise<void>`. It runs in a transaction that
 * also records on the outbox row that this handler has handled the event, so its effect happens once, however often
 * the event arrives. The handler is recorded as `Class.method`; one that is renamed needs `@RecordedAs`. Set `handled`
 * on the event's definition in contracts, too.
 */
export const OnEvent = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata(HANDLES, names) as <
    Method extends (event: DomainEvent<Name>, session: ClientSession) => Promise<void>,
  >(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ) => void;

/** The same for a method that handles a batch, in its order: `(events, session) => Promise<void>`. */
export const OnEvents = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata(HANDLES_MANY, names) as <
    Method extends (events: readonly DomainEvent<Name>[], session: ClientSession) => Promise<void>,
  >(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ) => void;

/**
 * The name under which a handler is recorded, where it is not its `Class.method`: the one it had before it was renamed.
 * Under another name it would handle again what it has already handled.
 */
export const RecordedAs = (name: string): MethodDecorator => SetMetadata(RECORDED_AS, name);

interface Handler {
  readonly name: string;
  readonly events: ReadonlySet<EventName>;
  readonly run: (events: readonly DomainEvent[], session: ClientSession) => Promise<void>;
}

/** An outbox row, and the names of the handlers that have handled it. */
class OpenRow {
  private parsed: DomainEvent | undefined;
  /** Why it was skipped. */
  unreadable: string | undefined;

  constructor(
    readonly row: OutboxEntry,
    readonly done: Set<string>,
  ) {}

  /** Parsed once for all handlers; throws where it cannot be. */
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
    private readonly earlierMarks: EarlierMarks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws unless exactly those events have a handler here that contracts mark as `handled`. */
  check(): void {
    const handled = new Set(this.handlers.flatMap(({ events }) => [...events]));
    const wrong = eventNames.filter((name) => hasHandlers(name) !== handled.has(name));
    if (wrong.length > 0)
      throw new Error(
        `\`handled\` in contracts does not match the handlers of ${wrong.join(', ')}`,
      );
  }

  /**
   * Handles a batch in the order of its ids: all handlers in one transaction, which also marks the events. Handlers that
   * have handled an event before are left out. Throws where one fails, and then nothing has happened.
   */
  async handle(ids: readonly string[]): Promise<void> {
    await this.handleWith(this.handlers, ids);
  }

  /** Handles one event, each handler in a transaction of its own. Throws where some fail; the others are done then. */
  async handleEach(id: string): Promise<void> {
    const failures: unknown[] = [];
    for (const handler of this.handlers)
      await this.handleWith([handler], [id]).catch((error: unknown) => failures.push(error));
    if (failures.length > 1) throw new AggregateError(failures);
    if (failures.length > 0) throw failures[0];
  }

  /** Those of these events that some handler has not handled. */
  async openEvents(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    const rows = await this.outbox
      .find({ _id: { $in: ids }, handledAt: null }, { name: 1 })
      .lean<Pick<OutboxEntry, '_id' | 'name'>[]>();
    return rows.map(({ _id, name }) => ({ id: _id.toString(), name }));
  }

  /** Stores an event that a job of the build before holds, unless its row is still there. */
  async keepEarlier(event: EarlierEvent): Promise<void> {
    await this.earlierMarks.keep(event);
  }

  /** Inside a transaction: records on those rows of the build before that all their handlers have marked them. */
  async adoptEarlier(session: ClientSession, ids: readonly string[]): Promise<void> {
    await this.mark(session, await this.openRows(ids, session));
  }

  private async handleWith(handlers: readonly Handler[], ids: readonly string[]): Promise<void> {
    const startedAt = Date.now();
    const handled = await this.transactions.run(
      async (session) => {
        const rows = await this.openRows(ids, session);
        this.skipUnreadable(rows);
        for (const { name, events, run } of handlers) {
          const open = rows.filter(({ row, done }) => events.has(row.name) && !done.has(name));
          if (open.length === 0) continue;
          const batch = open.map(({ event }) => event);
          await runInContext(contextOf(batch), () => run(batch, session));
          for (const { done } of open) done.add(name);
          await this.earlierMarks.add(
            session,
            open.map(({ row }) => row),
            name,
          );
        }
        await this.mark(session, rows);
        return rows;
      },
      [EVENT_HANDLERS_KEY],
    );
    for (const { row } of handled) traceHandling(row, startedAt);
    this.report(
      handled.flatMap(({ row, unreadable }) => (unreadable ? [{ row, unreadable }] : [])),
    );
  }

  /** Marks as done what no handler can read and an earlier build has stored: no attempt would ever succeed. */
  private skipUnreadable(rows: readonly OpenRow[]): void {
    for (const open of rows) {
      const { row, done } = open;
      const missing = this.handlers.filter(
        ({ name, events }) => events.has(row.name) && !done.has(name),
      );
      if (missing.length === 0 || !isEarlier(row)) continue;
      open.unreadable = readRows([row]).unreadable.get(row._id.toString());
      if (open.unreadable !== undefined) for (const { name } of missing) done.add(name);
    }
  }

  private report(skipped: readonly { row: OutboxEntry; unreadable: string }[]): void {
    if (skipped.length === 0) return;
    const events = skipped.map(({ row, unreadable }) => ({ id: row._id.toString(), unreadable }));
    this.logger.error(
      { count: events.length, events },
      'events of an earlier build cannot be read and were skipped; npm run projections:rebuild corrects the figures',
    );
  }

  /** The rows that some handler has not handled, in the order of their ids. */
  private async openRows(ids: readonly string[], session: ClientSession): Promise<OpenRow[]> {
    const found = await this.outbox
      .find({ _id: { $in: ids }, handledAt: null }, WITHOUT_FOLLOWERS)
      .session(session)
      .lean<OutboxEntry[]>();
    const marks = await this.earlierMarks.of(
      session,
      found,
      this.handlers.map(({ name }) => name),
    );
    const rows = new Map(found.map((row) => [row._id.toString(), row]));
    return [...new Set(ids)].flatMap((id) => {
      const row = rows.get(id);
      if (!row) return [];
      const isDone = ({ name }: Handler) =>
        row.handled?.includes(name) || marks.has(`${name}:${id}`);
      return new OpenRow(row, new Set(this.handlers.filter(isDone).map(({ name }) => name)));
    });
  }

  /** Records on each row who has handled it; a row of an earlier build keeps to its own marks until all have. */
  private async mark(session: ClientSession, rows: readonly OpenRow[]): Promise<void> {
    const now = new Date();
    /** Rows that get the same mark: most of a batch, because the event's name decides who handles it. */
    const alike = new Map<string, { $set: Partial<OutboxEntry>; ids: Types.ObjectId[] }>();
    for (const { row, done, unreadable } of rows) {
      const isComplete = this.handlers.every(
        ({ events, name }) => !events.has(row.name) || done.has(name),
      );
      if (!isComplete && !row.handled) continue;
      const $set = {
        handled: [...done],
        handledAt: isComplete ? now : null,
        ...(unreadable !== undefined && { unreadable }),
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
    this.found ??= this.discover();
    return this.found;
  }

  private discover(): Handler[] {
    const one = this.discovery.decoratedMethods<EventName[]>(HANDLES).map((method) => {
      const handle = method.handler.bind(method.instance) as (
        event: DomainEvent,
        session: ClientSession,
      ) => Promise<void>;
      const run: Handler['run'] = async (events, session) => {
        // One after the other: a transaction runs one statement at a time.
        for (const event of events)
          await runInContext(contextOf([event]), () => handle(event, session));
      };
      return toHandler(method, run);
    });
    const many = this.discovery
      .decoratedMethods<EventName[]>(HANDLES_MANY)
      .map((method) => toHandler(method, method.handler.bind(method.instance) as Handler['run']));
    return [...one, ...many];
  }
}

function toHandler(
  { owner, name, metadata, handler }: DecoratedMethod<EventName[]>,
  run: Handler['run'],
): Handler {
  const recordedAs = Reflect.getMetadata(RECORDED_AS, handler) as string | undefined;
  return { name: recordedAs ?? `${owner.name}.${name}`, events: new Set(metadata), run };
}

/** The context of a batch: the request of its newest event; several events have no common actor. */
function contextOf(events: readonly DomainEvent[]): RequestContext {
  const newest = events.at(-1);
  if (!newest) return currentContext();
  const { correlationId: requestId, actorId } = newest;
  return { ...currentContext(), requestId, actorId: events.length > 1 ? null : actorId };
}
