import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Redis } from 'ioredis';
import { type Connection, mongo } from 'mongoose';
import * as z from 'zod';
import { type DomainEvent, fromThousandths, parseEvent } from '#libs/contracts';
import {
  createIdentityProvider,
  type IdentityProvider,
  identityConfigSchema,
} from '#libs/identity';
import {
  EventHandlers,
  eventsIn,
  type OutboxEntry,
  openQueue,
  platformConfigSchema,
  Queues,
  type RateLimits,
  REDIS,
  readConfig,
} from '#libs/platform';
import type { Product } from '#libs/products';
import { BUSY_MACHINE } from './busy-machine.js';
import { type Composition, loadComposition } from './composition.js';
import { type TestEngines, testEngines } from './engines.js';
import { HttpClient } from './http-client.js';
import { PeopleAndGoods } from './people-and-goods.js';
import { NO_PUSH_SERVICE } from './push-service.js';
import { TestIdentity } from './test-identity.js';
import type { TestIssuer } from './test-issuer.js';
import { TEST_VAPID } from './test-vapid.js';
import { waitFor } from './wait-for.js';

/** Milliseconds in which all events are handled, even on a machine that is busy with other tests. */
const SETTLED_MS = 120_000;

export interface MarketplaceWish {
  /** The engines of another marketplace, to open a second process on its data. */
  readonly engines?: TestEngines;
  /** Environment variables that differ from those of a test. */
  readonly settings?: Record<string, string>;
  /** Rate limits per minute; by default there are none. */
  readonly limits?: RateLimits;
  /** Signs tokens, which are then really checked; by default a token is the subject itself. */
  readonly issuer?: TestIssuer;
}

/** The whole marketplace in this process, on the real engines, with an empty database of its own. */
export class Marketplace extends PeopleAndGoods {
  /** Events that a test has stored without appending them to the log. */
  private readonly notPublished = new Set<string>();

  private constructor(
    private readonly composition: Composition,
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly identity: TestIdentity,
    readonly visitor: HttpClient,
    readonly engines: TestEngines,
    /** Signs tickets; another process of this marketplace needs it. */
    readonly secret: string,
    private readonly issuer: TestIssuer | undefined,
  ) {
    super();
  }

  /** Opens it with its own empty database, or on the data of another marketplace. */
  static async open({
    engines,
    settings,
    limits,
    issuer,
  }: MarketplaceWish = {}): Promise<Marketplace> {
    engines ??= await testEngines();
    const secret = 'a secret for tests only, 32 or more';
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      MONGODB_URI: engines.mongodbUri,
      REDIS_URL: engines.redisUrl,
      AUTH_SECRET: secret,
      TICKET_SECRET: secret,
      PORT: '0',
      MARKET_TIME_ZONE: 'UTC',
      ...TEST_VAPID,
      PUSH_HOSTS: NO_PUSH_SERVICE,
      // Tests send many requests at once.
      MAX_REQUESTS: '10000',
      ...BUSY_MACHINE,
      ...issuer?.settings,
      ...settings,
    };
    const identity = new TestIdentity(issuer && checkerOf(environment));
    const composition = await loadComposition();
    const app = await composition.create({
      settings: environment,
      identity,
      limits: limits ?? null,
    });
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const visitor = new HttpClient(url);
    return new Marketplace(composition, app, url, identity, visitor, engines, secret, issuer);
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  protected tokenOf(subject: string): Promise<string> {
    return this.issuer ? this.issuer.token(subject) : Promise.resolve(subject);
  }

  /** From then on only other processes relay and dispatch the events that this one commits. */
  stopRelaying(): Promise<void> {
    return this.composition.stopRelaying(this.app);
  }

  /** Every stored event of this name and aggregate, oldest first, as handlers receive it. */
  async events({
    name,
    aggregateId,
  }: Partial<Pick<DomainEvent, 'name' | 'aggregateId'>> = {}): Promise<DomainEvent[]> {
    const rows = await this.collection<OutboxEntry>('outbox').find().sort({ _id: 1 }).toArray();
    return rows
      .flatMap(eventsIn)
      .filter((event) => event.name === (name ?? event.name))
      .filter((event) => event.aggregateId === (aggregateId ?? event.aggregateId))
      .map((event) => parseEvent(JSON.parse(JSON.stringify(event))));
  }

  /** Stores an event unless its id is stored already, and handles it as a separate batch. */
  async handle({ id, occurredAt, ...event }: DomainEvent): Promise<void> {
    this.notPublished.add(id);
    const at = new Date(occurredAt);
    const row = { ...event, occurredAt: at, handled: [], handledAt: null };
    await this.collection<OutboxEntry>('outbox').updateOne(
      { _id: new mongo.ObjectId(id) },
      { $setOnInsert: row },
      { upsert: true },
    );
    await this.app.get(EventHandlers).handle([id]);
  }

  /** Removes the marks of a handler (`Class.method`) from the matching events. */
  async forgetHandled(handler: string, filter: mongo.Filter<OutboxEntry> = {}): Promise<void> {
    await this.collection<OutboxEntry>('outbox').updateMany(
      { ...filter, handled: handler },
      { $pull: { handled: handler }, $set: { handledAt: null } },
    );
  }

  /** A stored collection, to check what the API does not show. */
  collection<Row extends object = mongo.Document>(name: string): mongo.Collection<Row> {
    const { db } = this.app.get<Connection>(getConnectionToken());
    if (!db) throw new Error('not connected to MongoDB');
    return db.collection<Row>(name);
  }

  /** What there is of a product, in its unit, and what moved it, oldest first. */
  async stockOf({ _id }: Product) {
    const stored = await this.collection<Product>('products').findOne({ _id });
    if (!stored) throw new Error('the product is gone');
    const ledger = await this.collection<{ change: number; reason: string }>('stockLedger')
      .find({ productId: _id })
      .sort({ _id: 1 })
      .toArray();
    return {
      onHand: fromThousandths(stored.onHand),
      available: fromThousandths(stored.available),
      held: fromThousandths(stored.held),
      moves: ledger.map(({ reason, change }) => [reason, fromThousandths(change)] as const),
    };
  }

  /** Pauses the checks that run by the clock, whose reads and events are not those of the test. */
  async pauseChecks(): Promise<void> {
    const queue = this.app.get(Queues).of('checks');
    await queue.pause();
    await waitFor('the running checks', async () => (await queue.getActiveCount()) === 0);
  }

  /** Resolves when every event is in the log, delivered by this process's gateway, and handled. */
  async settled(deadlineMs = SETTLED_MS): Promise<void> {
    const outbox = this.collection<OutboxEntry>('outbox');
    const isDelivered = (id: string) => this.composition.isDelivered(this.app, id);
    const queue = openQueue('domain-events', this.app.get<Redis>(REDIS));
    let left = '';
    const found = (what: string) => {
      left = what;
      return false;
    };
    const isSettled = async () => {
      // Counted first, to detect at the end any events that handlers add from here on.
      const before = await outbox.countDocuments({});
      const unhandled = await outbox.countDocuments({ handledAt: null });
      if (unhandled) return found(`${unhandled} events are not handled`);
      const jobs = await queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
      if (jobs) return found(`${jobs} jobs are in ${queue.name}`);
      if (await queue.getFailedCount()) throw new Error(`an event failed on ${queue.name}`);
      const newest = await outbox.find().sort({ _id: -1 }).limit(50).toArray();
      const ids = newest.flatMap(eventsIn).map(({ id }) => id);
      const awaited = ids.filter((id) => !isDelivered(id) && !this.notPublished.has(id));
      if (awaited.length > 0) return found(`${awaited.length} events are not delivered`);
      // A handler adds its own events before its job is done.
      return (await outbox.countDocuments({})) === before || found('events are being added');
    };
    await waitFor('every event to be handled', isSettled, deadlineMs).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${left}`, { cause: error });
    });
    await queue.close();
  }
}

/** The identity provider that the application uses with these settings, to check tokens. */
function checkerOf(environment: Record<string, string>): IdentityProvider {
  const schema = z.intersection(platformConfigSchema, identityConfigSchema);
  const config = readConfig(schema, {}, environment);
  return createIdentityProvider({ identity: config, platform: config, db: noDatabase });
}

function noDatabase(): never {
  throw new Error('these tokens need no database');
}
