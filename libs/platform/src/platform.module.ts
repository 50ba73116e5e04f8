import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { MongooseModule, type MongooseModuleFactoryOptions } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import { AccessCheck } from './auth/access-check.js';
import { Tickets } from './auth/tickets.js';
import type { ConfigToken } from './config.js';
import { CountedSources } from './data/counted-rows.js';
import { limitQueries } from './data/deadlines.js';
import { Erasure } from './data/erasure.js';
import { MIGRATION, Migrations, migrationSchema } from './data/migrations.js';
import { PersonalRecordSources } from './data/personal-records.js';
import { ProcessLease } from './data/process-lease.js';
import { connectRedis, REDIS, WAITING_REDIS } from './data/redis.js';
import { Transactions } from './data/transactions.js';
import { Discovery } from './discovery.js';
import { AuthGuard } from './http/auth.guard.js';
import { HealthController } from './http/health.controller.js';
import { IDEMPOTENCY_KEY, Idempotency, rememberedKeySchema } from './http/idempotency.js';
import { MetricsController } from './http/metrics.controller.js';
import { RATE_LIMITS, RateLimiter, rateLimits } from './http/rate-limits.js';
import { LOGGER, type Logger } from './logging.js';
import { OutboxMetrics, RedisMetrics } from './messaging/backlog-metrics.js';
import { EventErasure } from './messaging/event-erasure.js';
import { EventHandlers } from './messaging/event-handlers.js';
import { EventLog } from './messaging/event-log.js';
import { EventProgress } from './messaging/event-progress.js';
import { JobHandlers } from './messaging/job-handlers.js';
import { Jobs } from './messaging/jobs.js';
import { OUTBOX, Outbox, outboxSchema } from './messaging/outbox.js';
import { Queues } from './messaging/queues.js';
import { Metrics } from './observability/metrics.js';
import { startTracing } from './observability/traces.js';
import { PLATFORM_CONFIG, type PlatformConfig } from './platform.config.js';

/** Injection token: sends the remaining traces, and stops. */
const STOP_TRACING = Symbol('STOP_TRACING');

/** Redis, tickets, settings and metrics: all that a process without a database needs. */
@Global()
@Module({})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(STOP_TRACING) private readonly stopTracing: () => Promise<void>,
  ) {}

  /** Also provides each of `tokens`, the tokens of the other libs whose settings are in `config`. */
  static forRoot<Config extends PlatformConfig>(
    config: Config,
    logger: Logger,
    tokens: readonly ConfigToken<NoInfer<Config>>[] = [],
  ): DynamicModule {
    const settings = [PLATFORM_CONFIG, ...tokens];
    return {
      module: CoreModule,
      providers: [
        ...settings.map((provide) => ({ provide, useValue: config })),
        { provide: LOGGER, useValue: logger },
        {
          provide: REDIS,
          useFactory: () => connectRedis(config.REDIS_URL, config.REDIS_TIMEOUT_MS),
        },
        { provide: WAITING_REDIS, useFactory: () => connectRedis(config.REDIS_URL) },
        { provide: Tickets, useFactory: () => new Tickets(config.TICKET_SECRET) },
        {
          provide: STOP_TRACING,
          useFactory: () => startTracing(config, String(logger.bindings().process)),
        },
        EventLog,
        Metrics,
        Queues,
        RedisMetrics,
      ],
      exports: [...settings, LOGGER, REDIS, WAITING_REDIS, EventLog, Queues, Tickets, Metrics],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis.disconnect();
    this.waiting.disconnect();
    await this.stopTracing();
  }
}

const dataProviders = [
  Discovery,
  Transactions,
  Outbox,
  EventErasure,
  EventHandlers,
  EventProgress,
  CountedSources,
  Erasure,
  PersonalRecordSources,
  Jobs,
  JobHandlers,
  Idempotency,
  Migrations,
];

/** MongoDB, transactions and the outbox, for the processes that have a database. */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    MongooseModule.forRootAsync({ inject: [PLATFORM_CONFIG], useFactory: mongooseOptions }),
    MongooseModule.forFeature([
      { name: OUTBOX, schema: outboxSchema },
      { name: MIGRATION, schema: migrationSchema },
      { name: IDEMPOTENCY_KEY, schema: rememberedKeySchema },
    ]),
  ],
  providers: [...dataProviders, ProcessLease, OutboxMetrics],
  exports: [...dataProviders, MongooseModule],
})
export class DataModule {}

function mongooseOptions(config: PlatformConfig): MongooseModuleFactoryOptions {
  return {
    uri: config.MONGODB_URI,
    // A process that cannot reach its database should fail soon instead of looking alive.
    serverSelectionTimeoutMS: config.MONGODB_TIMEOUT_MS / 2,
    // After both times a server that accepts connections but does not respond counts as unavailable; its commands
    // fail.
    heartbeatFrequencyMS: config.MONGODB_TIMEOUT_MS / 2,
    connectTimeoutMS: config.MONGODB_TIMEOUT_MS / 2,
    // The longest waits for a free pool connection, and for a server that does not respond.
    waitQueueTimeoutMS: config.MONGODB_TIMEOUT_MS,
    socketTimeoutMS: 300_000,
    connectionFactory: limitQueries,
  };
}

/** Liveness, readiness and metrics over HTTP. */
@Module({ controllers: [HealthController, MetricsController] })
export class HealthModule {}

/** The deny-by-default guard and the rate limits, for the processes that answer requests. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: APP_GUARD, useClass: AuthGuard },
    {
      provide: RATE_LIMITS,
      inject: [PLATFORM_CONFIG],
      // Outside production one address may be a developer, a simulator or a test that plays many users.
      useFactory: ({ NODE_ENV }: PlatformConfig) => (NODE_ENV === 'production' ? rateLimits : null),
    },
    RateLimiter,
    Discovery,
    AccessCheck,
  ],
})
export class AccessModule {}
