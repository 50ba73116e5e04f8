import type { Server } from 'node:http';
import { Controller, Get, Inject, Optional } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { Public } from '../auth/access.js';
import { REDIS } from '../data/redis.js';
import { DomainError } from '../errors.js';
import { RateLimit } from './rate-limits.js';
import { trafficOf } from './traffic.js';

/** Milliseconds that an engine may take to answer before the process counts as not ready. */
const TIMEOUT_MS = 2_000;

/** Whether this process lives, and whether it can work. */
@Controller('health')
@RateLimit('none')
export class HealthController {
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
    const answered = await Promise.race([
      Promise.all([this.redis.ping(), this.mongo && pingMongo(this.mongo)]).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref()),
    ]);
    if (!answered) throw new DomainError('SERVICE_UNAVAILABLE');
    return { status: 'ok' };
  }
}

async function pingMongo(mongo: Connection): Promise<void> {
  if (!mongo.db) throw new Error('not connected to MongoDB');
  await mongo.db.command({ ping: 1 });
}
