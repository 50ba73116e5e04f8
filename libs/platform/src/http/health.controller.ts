import type { Server } from 'node:http';
import { Controller, Get, Inject, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { Public } from '../auth/access.js';
import { type EngineFailure, engineFailureOf } from '../data/engine-failure.js';
import { REDIS } from '../data/redis.js';
import { DomainError } from '../errors.js';
import { within } from '../timing.js';
import { RateLimit } from './rate-limits.js';
import { trafficOf } from './traffic.js';

/** Milliseconds that an engine may take to answer before the process counts as not ready. */
const TIMEOUT_MS = 2_000;
/** Milliseconds for which a result is reused, because checks write and anybody may ask. */
const CHECKED_MS = 1_000;
/** Where checks write, in Redis and in MongoDB; one document for all processes. */
const REDIS_KEY = 'readiness';
const READINESS_COLLECTION = 'readiness';
/** Bytes of that document: a smaller one might still fit on a full disk. */
const WRITTEN_BYTES = 16 * 1024;

type Engines = Record<string, EngineFailure | 'ready'>;

/** Liveness and readiness of this process. */
@Controller('health')
@RateLimit('none')
export class HealthController {
  private checking: Promise<Engines> | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly host: HttpAdapterHost,
    /** The gateway has no database. */
    @Optional() @Inject(getConnectionToken()) private readonly mongo?: Connection,
  ) {}

  @Get('live')
  @Public()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public()
  async ready(): Promise<{ status: 'ok' }> {
    const { isDraining } = trafficOf(this.host.httpAdapter.getHttpServer() as Server);
    if (isDraining) throw new DomainError('SERVICE_UNAVAILABLE');
    const engines = await this.check();
    if (Object.values(engines).every((state) => state === 'ready')) return { status: 'ok' };
    const failed = Object.entries(engines).filter(([, state]) => state !== 'ready');
    const detail = failed.map(([engine, state]) => `${engine} is ${state}`).join(', ');
    throw new DomainError('SERVICE_UNAVAILABLE', detail, { details: { engines } });
  }

  private check(): Promise<Engines> {
    if (!this.checking) {
      this.checking = this.checkEngines();
      setTimeout(() => {
        this.checking = undefined;
      }, CHECKED_MS).unref();
    }
    return this.checking;
  }

  private async checkEngines(): Promise<Engines> {
    const { mongo } = this;
    const [redis, mongodb] = await Promise.all([
      stateOf(this.redis.set(REDIS_KEY, '1')),
      mongo ? stateOf(writeTo(mongo)) : null,
    ]);
    return { redis, ...(mongodb && { mongodb }) };
  }
}

/** The state of an engine by a write, because a full or read-only engine still answers a ping. */
function stateOf(write: Promise<unknown>): Promise<EngineFailure | 'ready'> {
  const state = write.then(
    () => 'ready' as const,
    (error: unknown) => engineFailureOf(error)?.failure ?? 'unavailable',
  );
  return within<EngineFailure | 'ready'>(TIMEOUT_MS, state, 'unavailable');
}

async function writeTo(mongo: Connection): Promise<void> {
  if (!mongo.db) throw new Error('not connected to MongoDB');
  const written = { at: new Date(), filler: 'x'.repeat(WRITTEN_BYTES) };
  await mongo.db
    .collection<{ _id: string }>(READINESS_COLLECTION)
    .updateOne({ _id: 'check' }, { $set: written }, { upsert: true, maxTimeMS: TIMEOUT_MS });
}
