import { Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, Schema } from 'mongoose';
import { type DomainEvent, type EventName, eventNames, isFollowed } from '#libs/contracts';
import { isDatabaseUnavailable } from '../data/database-unavailable.js';
import { isDuplicateKey } from '../data/duplicate-key.js';
import { Transactions } from '../data/transactions.js';
import { currentContext, type RequestContext, runInContext } from '../request-context.js';
import { WorkTogether } from './work-together.js';

const HANDLES = 'farmgate:handles-event';
const HANDLES_MANY = 'farmgate:handles-events';

/** Events of one consumer that share a transaction, at the most. */
const TOGETHER_MAX = 50;
/** Milliseconds from one transaction of a consumer to its next, unless it would be full: what comes meanwhile shares it. */
const PAUSE_MS = 200;

/**
 * Marks a method that follows from events: `(event, session) => Promise<void>`. It runs in a transaction
 * that also remembers the event under this method's name, so that its effect happens once, however often
 * the event arrives. Where events come close together they share a transaction, one after the other. Renaming the class
 * or the method makes it a new consumer. Which events are followed stands in contracts, too: `isFollowed`.
 */
export const OnEvent = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata(HANDLES, names) as <
    Method extends (event: DomainEvent<Name>, session: ClientSession) => Promise<void>,
  >(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ) => void;

/**
 * The same for a method that takes all events of a transaction at once, in the order in which they came, because many
 * cost little more than one: `(events, session) => Promise<void>`. Where it throws, each of them is tried alone.
 */
export const OnEvents = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata(HANDLES_MANY, names) as <
    Method extends (events: readonly DomainEvent<Name>[], session: ClientSession) => Promise<void>,
  >(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ) => void;

/** That a consumer has dealt with an event; unique by `_id` = consumer and event id. */
export interface ProcessedEvent {
  _id: string;
  at: Date;
}
export const PROCESSED_EVENT = 'ProcessedEvent';
export const processedEventSchema = new Schema<ProcessedEvent>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true, expires: 30 * 86_400 },
  },
  { collection: 'processedEvents', versionKey: false },
);

/** An event, and the work that brought it here. */
interface Task {
  readonly event: DomainEvent;
  readonly context: RequestContext;
}

interface Consumer {
  /** The class it is a method of. */
  readonly owner: string;
  readonly name: string;
  readonly run: (tasks: readonly Task[], session: ClientSession) => Promise<void>;
}

/** Ends a transaction whose event had its effect before. */
class DealtWith extends Error {}

/** Finds every `@OnEvent` and `@OnEvents` method of this process and runs those that an event concerns. */
@Injectable()
export class EventHandlers {
  private consumers: Map<EventName, WorkTogether<Task>[]> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly transactions: Transactions,
    @InjectModel(PROCESSED_EVENT) private readonly processed: Model<ProcessedEvent>,
  ) {}

  /** Throws unless the followed events are those that have a handler. */
  check(): void {
    const handled = this.discovered();
    const wrong = eventNames.filter((name) => isFollowed(name) !== handled.has(name));
    if (wrong.length > 0) throw new Error(`not followed as the contracts say: ${wrong.join(', ')}`);
  }

  /** Hands the event to its consumers; throws when one failed, and a retry then runs only those that did. */
  async handle(event: DomainEvent): Promise<void> {
    const task = { event, context: currentContext() };
    const outcomes = await Promise.allSettled(
      (this.discovered().get(event.name) ?? []).map((consumer) => consumer.do(task)),
    );
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  }

  /** In one transaction if that goes well; else each by itself, so that only those fail that cannot be done. */
  private async runAll(
    consumer: Consumer,
    tasks: readonly Task[],
  ): Promise<PromiseSettledResult<void>[]> {
    if (tasks.length > 1) {
      const [outcome] = await Promise.allSettled([this.runOnce(consumer, tasks)]);
      if (outcome.status === 'fulfilled' || isDatabaseUnavailable(outcome.reason))
        return tasks.map(() => outcome);
    }
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const task of tasks) {
      const run = runInContext(task.context, () => this.runOnce(consumer, [task]));
      const known = (error: unknown) => {
        if (!(error instanceof DealtWith)) throw error;
      };
      outcomes.push(...(await Promise.allSettled([run.catch(known)])));
    }
    return outcomes;
  }

  /** Throws {@link DealtWith} where one of the events had its effect before. */
  private async runOnce(consumer: Consumer, tasks: readonly Task[]): Promise<void> {
    const marks = tasks.map(({ event }) => `${consumer.name}:${event.id}`);
    await this.transactions.run(
      async (session) => {
        await this.remember(marks, session);
        await consumer.run(tasks, session);
      },
      // The consumers of one class keep the same documents, such as running totals.
      [`consumer:${consumer.owner}`],
    );
  }

  /** Asks and remembers in one: of an event that came before, the id is there already. */
  private async remember(marks: readonly string[], session: ClientSession): Promise<void> {
    const at = new Date();
    await this.processed.collection
      .insertMany(marks.map((_id) => ({ _id, at })) as never, { session })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new DealtWith() : error;
      });
  }

  private discovered(): Map<EventName, WorkTogether<Task>[]> {
    this.consumers ??= this.discover();
    return this.consumers;
  }

  private discover(): Map<EventName, WorkTogether<Task>[]> {
    const found = new Map<EventName, WorkTogether<Task>[]>();
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown> | null;
      if (!prototype) continue;
      for (const method of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method];
        const handled = handler && handledBy(handler, instance);
        if (!handled) continue;
        const owner = instance.constructor.name;
        const consumer = { owner, name: `${owner}.${method}`, run: handled.run };
        const work = (tasks: readonly Task[]) => this.runAll(consumer, tasks);
        const together = new WorkTogether(work, PAUSE_MS, TOGETHER_MAX);
        for (const name of handled.names) found.set(name, [...(found.get(name) ?? []), together]);
      }
    }
    return found;
  }
}

/** What a method follows from, and how it is called with some of that; null where it follows from nothing. */
function handledBy(
  handler: () => unknown,
  instance: object,
): { names: readonly EventName[]; run: Consumer['run'] } | null {
  const one = Reflect.getMetadata(HANDLES, handler) as EventName[] | undefined;
  if (one) {
    const run = handler.bind(instance) as (
      event: DomainEvent,
      session: ClientSession,
    ) => Promise<void>;
    return {
      names: one,
      run: async (tasks, session) => {
        // One after the other: a transaction runs one statement at a time.
        for (const { event, context } of tasks)
          await runInContext(context, () => run(event, session));
      },
    };
  }
  const many = Reflect.getMetadata(HANDLES_MANY, handler) as EventName[] | undefined;
  if (!many) return null;
  const run = handler.bind(instance) as (
    events: readonly DomainEvent[],
    session: ClientSession,
  ) => Promise<void>;
  return {
    names: many,
    run: (tasks, session) =>
      runInContext(contextOf(tasks), () =>
        run(
          tasks.map(({ event }) => event),
          session,
        ),
      ),
  };
}

/** Of several causes the newest is named; nobody alone has brought about what follows from all. */
function contextOf(tasks: readonly Task[]): RequestContext {
  const newest = tasks.at(-1)?.context ?? currentContext();
  return tasks.length > 1 ? { requestId: newest.requestId, actorId: null } : newest;
}
