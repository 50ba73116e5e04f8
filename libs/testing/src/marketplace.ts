import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Redis } from 'ioredis';
import { type Connection, type mongo, Types } from 'mongoose';
import type { Fulfilment, Id, OrderDto, PlaceOrder, Role, Unit, UserDto } from '#libs/contracts';
import { orderDtoSchema, toBaseUnits, userDtoSchema } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { createIdentityProvider, IdentityProvider } from '#libs/identity';
import {
  configureHttpApp,
  createLogger,
  httpAdapter,
  Outbox,
  openQueue,
  RATE_LIMITS,
  type RateLimits,
  REDIS,
  readConfig,
  TokenVerifier,
} from '#libs/platform';
import { type NewProduct, type Product, ProductsService } from '#libs/products';
import { UsersImport, UsersService } from '#libs/users';
import { prepareApi } from '../../../apps/api/src/prepare-api.js';
import { useRealtime } from '../../../apps/gateway/src/use-realtime.js';
import { standaloneConfigSchema } from '../../../apps/standalone/src/standalone.config.js';
import { StandaloneModule } from '../../../apps/standalone/src/standalone.module.js';
import { OutboxRelay } from '../../../apps/worker/src/outbox-relay.js';
import { type TestEngines, testEngines } from './engines.js';
import { HttpClient } from './http-client.js';
import { ADDRESS, FARM, PRODUCT } from './samples.js';
import { emailOf, TestIdentity } from './test-identity.js';
import type { TestIssuer } from './test-issuer.js';
import { waitFor } from './wait-for.js';

/** Milliseconds in which everything follows from what was done, also on a machine that is busy with other tests. */
const SETTLED_MS = 30_000;

/** A farm with its farmer, ready to sell. */
export interface TestFarm {
  readonly id: Id;
  readonly slug: string;
  readonly farmer: TestPerson;
}
/** Somebody signed in: their user and a client that calls as them. */
export interface TestPerson {
  readonly user: UserDto;
  readonly client: HttpClient;
  /** The provider's id of the account. */
  readonly subject: string;
}

export interface MarketplaceWish {
  /** The engines of another marketplace, to open a second process on its data. */
  readonly engines?: TestEngines;
  /** Environment variables that differ from those of a test. */
  readonly settings?: Record<string, string>;
  /** Calls a minute that are let through; none are counted otherwise. */
  readonly limits?: RateLimits;
  /** Who signs tokens, which are really checked then; otherwise a token is the subject itself. */
  readonly issuer?: TestIssuer;
}

/** The whole marketplace in this process, on the real engines, with an empty database of its own. */
export class Marketplace {
  private people = 0;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly identity: TestIdentity,
    readonly visitor: HttpClient,
    readonly engines: TestEngines,
    /** What signs tickets; another process of this marketplace needs it. */
    readonly secret: string,
    private readonly issuer: TestIssuer | undefined,
  ) {}

  /** With an empty database of its own, or on the data that another one left. */
  static async open({
    engines,
    settings,
    limits,
    issuer,
  }: MarketplaceWish = {}): Promise<Marketplace> {
    engines ??= await testEngines();
    const secret = 'a secret for tests only, 32 or more';
    const config = readConfig(
      standaloneConfigSchema,
      {},
      {
        NODE_ENV: 'test',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        MONGODB_URI: engines.mongodbUri,
        REDIS_URL: engines.redisUrl,
        AUTH_SECRET: secret,
        TICKET_SECRET: secret,
        PORT: '0',
        // A process that compiles its tests, beside others that do, is late without being busy.
        MAX_LAG_MS: '600000',
        // Nor is a crowd too much at once.
        MAX_REQUESTS: '10000',
        ...issuer?.settings,
        ...settings,
      },
    );
    const logger = createLogger(config.LOG_LEVEL, 'test');
    const identity = new TestIdentity(
      issuer && createIdentityProvider({ identity: config, platform: config, db: noDatabase }),
    );
    const compiled = await Test.createTestingModule({
      imports: [StandaloneModule.forRoot(config, logger, { demo: false })],
    })
      .overrideProvider(IdentityProvider)
      .useValue(identity)
      .overrideProvider(TokenVerifier)
      .useValue(identity)
      .overrideProvider(RATE_LIMITS)
      .useValue(limits ?? null)
      .compile();
    const app = compiled.createNestApplication<NestFastifyApplication>(httpAdapter(config), {
      logger: false,
      rawBody: true,
    });
    configureHttpApp(app, config);
    useRealtime(app, config);
    await prepareApi(app);
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    return new Marketplace(app, url, identity, new HttpClient(url), engines, secret, issuer);
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  /** From here on only other processes relay what this one commits. */
  async stopRelaying(): Promise<void> {
    await this.app.get(OutboxRelay).beforeApplicationShutdown();
  }

  /** A collection as it is stored, to look behind the API. */
  collection<Row extends object = mongo.Document>(name: string): mongo.Collection<Row> {
    const { db } = this.app.get<Connection>(getConnectionToken());
    if (!db) throw new Error('not connected to MongoDB');
    return db.collection<Row>(name);
  }

  /** Resolves when nothing follows any more from what was done: every event is relayed, handled and told. */
  async settled(): Promise<void> {
    const outbox = this.collection('outbox');
    const redis = this.app.get<Redis>(REDIS);
    const queues = [openQueue('domain-events', redis), openQueue('realtime', redis)];
    await waitFor(
      'every event to be dealt with',
      async () => {
        // Counted before all else: what a handler adds from here on shows at the end.
        const before = await outbox.countDocuments({});
        if (await outbox.countDocuments({ publishedAt: null })) return false;
        for (const queue of queues)
          if (await queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized'))
            return false;
        for (const queue of queues)
          if (await queue.getFailedCount()) throw new Error(`an event failed on ${queue.name}`);
        // A handler adds its own events before its job is done.
        return (await outbox.countDocuments({})) === before;
      },
      SETTLED_MS,
    );
    await Promise.all(queues.map((queue) => queue.close()));
  }

  /** Places an order as that customer; throws unless it is placed. */
  async order(
    customer: TestPerson,
    items: readonly (readonly [product: Product, quantity: number])[],
    more: Partial<PlaceOrder> = {},
  ): Promise<OrderDto> {
    const body: PlaceOrder = {
      items: items.map(([product, quantity]) => ({ productId: product._id.toString(), quantity })),
      address: ADDRESS,
      ...more,
    };
    const answer = await customer.client.post('/orders', body, { 'idempotency-key': randomUUID() });
    if (answer.status !== 201)
      throw new Error(`the order was refused: ${JSON.stringify(answer.body)}`);
    return orderDtoSchema.parse(answer.body);
  }

  /** Calls with a token of that account, whether it is a user here or not. */
  async signedIn(subject: string): Promise<HttpClient> {
    return this.visitor.as(this.issuer ? await this.issuer.token(subject) : subject);
  }

  /** A new user of that role, made as sign-in makes one; an admin as the seed makes one. */
  async person(role: Role): Promise<TestPerson> {
    const subject = `test-${role}-${++this.people}`;
    const client = await this.signedIn(subject);
    if (role === 'admin') {
      const [firstName, lastName] = ['Ada', 'Admin'];
      await this.app.get(UsersService).register({
        subject,
        email: emailOf(subject),
        firstName,
        lastName,
        imageUrl: null,
        role,
      });
    }
    const { body, status } = await client.post('/users/initialize', {
      clerkId: subject,
      email: emailOf(subject),
      role: role === 'admin' ? 'customer' : role,
    });
    if (status !== 200) throw new Error(`initialize answered ${status}: ${JSON.stringify(body)}`);
    return { user: userDtoSchema.parse(body), client, subject };
  }

  /** Many customers at once, of whom nobody is told. */
  async crowd(size: number): Promise<TestPerson[]> {
    const people = Array.from({ length: size }, () => {
      const subject = `test-customer-${++this.people}`;
      const names = { firstName: 'Cleo', lastName: `Crowd ${this.people}` };
      const rights = { role: 'customer' as const, farmId: null };
      const _id = new Types.ObjectId();
      return { _id, subject, email: emailOf(subject), ...names, ...rights, createdAt: new Date() };
    });
    await this.app.get(UsersImport).add(people);
    const users = this.app.get(UsersService);
    return Promise.all(
      people.map(async ({ _id, subject }) => ({
        user: await users.get(_id.toString()),
        client: await this.signedIn(subject),
        subject,
      })),
    );
  }

  /** An approved farm and its farmer. */
  async farm(fulfilment: Fulfilment[] = ['delivery', 'pickup']): Promise<TestFarm> {
    const subject = `test-farmer-${++this.people}`;
    const slug = `farm-${this.people}`;
    const users = this.app.get(UsersService);
    let id = '';
    const registered = await users.register(
      {
        subject,
        email: emailOf(subject),
        firstName: 'Fay',
        lastName: `Farmer ${this.people}`,
        imageUrl: null,
        role: 'farmer',
      },
      async (user, session) => {
        const farm = await this.app
          .get(FarmsService)
          .create(session, user._id, { ...FARM, slug, name: `Farm ${slug}`, fulfilment });
        id = farm._id.toString();
      },
    );
    this.app.get(Outbox).wake();
    return {
      id,
      slug,
      farmer: {
        user: await users.get(registered._id),
        client: await this.signedIn(subject),
        subject,
      },
    };
  }

  /** A live product of a farm; `stock` in `unit`, price in cents. */
  async product(
    farm: TestFarm,
    { stock = 100, unit = 'each' as Unit, step = 1, minimum = step, ...rest }: ProductWish = {},
  ): Promise<Product> {
    const base = (amount: number) => toBaseUnits(amount, unit) ?? Number.NaN;
    const farmRef = {
      _id: new Types.ObjectId(farm.id),
      name: `Farm ${farm.slug}`,
      slug: farm.slug,
      certification: null,
    };
    const product = await this.app.get(ProductsService).add({
      ...PRODUCT,
      ...rest,
      farm: farmRef,
      unit,
      step: base(step),
      minimum: base(minimum),
      onHand: base(stock),
    });
    return product;
  }
}

export type ProductWish = Partial<
  Pick<
    NewProduct,
    | 'name'
    | 'price'
    | 'unit'
    | 'status'
    | 'listed'
    | 'lowAt'
    | 'category'
    | 'organic'
    | 'harvestedAt'
  >
> & {
  stock?: number;
  step?: number;
  minimum?: number;
};

function noDatabase(): never {
  throw new Error('these tokens need no database');
}
