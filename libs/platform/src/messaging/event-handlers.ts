import { Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, Schema } from 'mongoose';
import type { DomainEvent, EventName } from '#libs/contracts';
import { Transactions } from '../data/transactions.js';
import { Outbox } from './outbox.js';

const HANDLES = 'farmgate:handles-event';

/**
 * Marks a method that follows from events: `(event, session) => Promise<void>`. It runs in a transaction
 * that also remembers the event under this method's name, so that its effect happens once, however often
 * the event arrives. Renaming the class or the method makes it a new consumer.
 */
export const OnEvent = <Name extends EventName>(...names: [Name, ...Name[]]) =>
  SetMetadata(HANDLES, names) as <
    Method extends (event: DomainEvent<Name>, session: ClientSession) => Promise<void>,
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

interface Consumer {
  /** The class it is a method of. */
  readonly owner: string;
  readonly name: string;
  readonly run: (event: DomainEvent, session: ClientSession) => Promise<void>;
}

/** Ends a transaction whose event had its effect before. */
class DealtWith extends Error {}

const isDuplicate = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 11_000;

/** Finds every `@OnEvent` method of this process and runs those that an event concerns. */
@Injectable()
export class EventHandlers {
  private consumers: Map<EventName, Consumer[]> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @InjectModel(PROCESSED_EVENT) private readonly processed: Model<ProcessedEvent>,
  ) {}

  /** Hands the event to its consumers; throws when one failed, and a retry then runs only those that did. */
  async handle(event: DomainEvent): Promise<void> {
    this.consumers ??= this.discover();
    const outcomes = await Promise.allSettled(
      (this.consumers.get(event.name) ?? []).map((consumer) => this.runOnce(consumer, event)),
    );
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    if (failures.length > 0)
      throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  }

  private async runOnce(consumer: Consumer, event: DomainEvent): Promise<void> {
    let told = false;
    await this.transactions
      .run(
        async (session) => {
          await this.remember(`${consumer.name}:${event.id}`, session);
          await consumer.run(event, session);
          told = this.outbox.hasAdded(session);
        },
        // The consumers of one class keep the same documents, such as running totals.
        [`consumer:${consumer.owner}`],
      )
      .catch((error: unknown) => {
        if (!(error instanceof DealtWith)) throw error;
      });
    if (told) this.outbox.wake();
  }

  /** Asks and remembers in one: of an event that came before, the id is there already. */
  private async remember(_id: string, session: ClientSession): Promise<void> {
    await this.processed
      .insertMany([{ _id, at: new Date() }], { session, lean: true })
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new DealtWith() : error;
      });
  }

  private discover(): Map<EventName, Consumer[]> {
    const found = new Map<EventName, Consumer[]>();
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, Consumer['run']> | null;
      if (!prototype) continue;
      for (const method of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[method];
        const names = handler && (Reflect.getMetadata(HANDLES, handler) as EventName[] | undefined);
        if (!handler || !names) continue;
        const owner = instance.constructor.name;
        const consumer = {
          owner,
          name: `${owner}.${method}`,
          run: handler.bind(instance),
        };
        for (const name of names) found.set(name, [...(found.get(name) ?? []), consumer]);
      }
    }
    return found;
  }
}
