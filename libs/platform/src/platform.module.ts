import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import { Audit } from './audit/audit.js';
import { AUDIT_ENTRY, auditEntrySchema } from './audit/audit.model.js';
import { AccessCheck } from './auth/access-check.js';
import { AuthGuard } from './auth/auth.guard.js';
import { Tickets } from './auth/tickets.js';
import { PLATFORM_CONFIG, type PlatformConfig } from './config.js';
import { CountedSources } from './data/counted-rows.js';
import { limitQueries } from './data/deadlines.js';
import { MIGRATION, Migrations, migrationSchema } from './data/migrations.js';
import { connectRedis, REDIS, WAITING_REDIS } from './data/redis.js';
import { Transactions } from './data/transactions.js';
import { Discovery } from './discovery.js';
import { HealthController } from './http/health.controller.js';
import { IDEMPOTENCY_KEY, Idempotency, rememberedKeySchema } from './http/idempotency.js';
import { RATE_LIMITS, RateLimiter, RateLimitGuard, rateLimits } from './http/rate-limits.js';
import { LOGGER, type Logger } from './logging.js';
import { EarlierMarks, PROCESSED_EVENT, processedEventSchema } from './messaging/earlier-marks.js';
import { EventHandlers } from './messaging/event-handlers.js';
import { EventLog } from './messaging/event-log.js';
import { EventProgress } from './messaging/event-progress.js';
import { JobHandlers } from './messaging/job-handlers.js';
import { Jobs } from './messaging/jobs.js';
import { OUTBOX, Outbox, outboxSchema } from './messaging/outbox.js';
import { OutboxMetrics, QueueMetrics } from './observability/engine-metrics.js';
import { MetricsController } from './observability/metrics.controller.js';
import { Metrics } from './observability/metrics.js';
import { startTracing } from './observability/traces.js';

/** Injection token: sends the traces that are left, and stops. */
const STOP_TRACING = Symbol('STOP_TRACING');

/** Redis, tickets, settings and figures: all that a process without a database needs. */
@Global()
@Module({})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(STOP_TRACING) private readonly stopTracing: () => Promise<void>,
  ) {}

  static forRoot(config: PlatformConfig, logger: Logger): DynamicModule {
    return {
      module: CoreModule,
      providers: [
        { provide: PLATFORM_CONFIG, useValue: config },
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
        QueueMetrics,
      ],
      exports: [PLATFORM_CONFIG, LOGGER, REDIS, WAITING_REDIS, EventLog, Tickets, Metrics],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis.disconnect();
    this.waiting.disconnect();
    await this.stopTracing();
  }
}

/** MongoDB, transactions, the outbox and the audit log, for the processes that have a database. */
@Global()
@Module({})
export class DataModule {
  static forRoot(config: PlatformConfig): DynamicModule {
    return {
      module: DataModule,
      imports: [
        DiscoveryModule,
        MongooseModule.forRoot(config.MONGODB_URI, {
          // A process that cannot reach its database says so soon instead of looking alive.
          serverSelectionTimeoutMS: config.MONGODB_TIMEOUT_MS / 2,
          // One that takes connections and says nothing is away after both of these: what waits for it then ends.
          heartbeatFrequencyMS: config.MONGODB_TIMEOUT_MS / 2,
          connectTimeoutMS: config.MONGODB_TIMEOUT_MS / 2,
          // Nothing waits longer for one of the pool's connections, and none of these for a server that says nothing.
          waitQueueTimeoutMS: config.MONGODB_TIMEOUT_MS,
          socketTimeoutMS: 300_000,
          connectionFactory: limitQueries,
        }),
        MongooseModule.forFeature([
          { name: OUTBOX, schema: outboxSchema },
          { name: PROCESSED_EVENT, schema: processedEventSchema },
          { name: AUDIT_ENTRY, schema: auditEntrySchema },
          { name: MIGRATION, schema: migrationSchema },
          { name: IDEMPOTENCY_KEY, schema: rememberedKeySchema },
        ]),
      ],
      providers: [
        Discovery,
        Transactions,
        Outbox,
        EarlierMarks,
        EventHandlers,
        EventProgress,
        CountedSources,
        Jobs,
        JobHandlers,
        Audit,
        Idempotency,
        Migrations,
        OutboxMetrics,
      ],
      exports: [
        Discovery,
        Transactions,
        Outbox,
        EventHandlers,
        EventProgress,
        CountedSources,
        Jobs,
        JobHandlers,
        Audit,
        Idempotency,
        Migrations,
        MongooseModule,
      ],
    };
  }
}

/** Whether the process lives and is ready, and its figures, over HTTP. */
@Module({ controllers: [HealthController, MetricsController] })
export class HealthModule {}

/** The deny-by-default guard and the limits on how often, for the processes that answer requests. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    {
      provide: RATE_LIMITS,
      inject: [PLATFORM_CONFIG],
      // Elsewhere one address is a developer, a simulator or a test that plays many people.
      useFactory: ({ NODE_ENV }: PlatformConfig) => (NODE_ENV === 'production' ? rateLimits : null),
    },
    RateLimiter,
    Discovery,
    AccessCheck,
  ],
})
export class AccessModule {}
