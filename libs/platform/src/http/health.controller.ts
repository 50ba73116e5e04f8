import { Controller, Get, Inject } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { Public } from '../auth/access.js';
import { REDIS } from '../data/redis.js';
import { DomainError } from '../errors.js';

/** Milliseconds that an engine may take to answer before the process counts as not ready. */
const PATIENCE_MS = 2_000;

/** Whether this process lives, and whether it can work. */
@Controller('health')
export class HealthController {
  constructor(
    @InjectConnection() private readonly mongo: Connection,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  @Get('live')
  @Public()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public()
  async ready(): Promise<{ status: 'ok' }> {
    const answered = await Promise.race([
      Promise.all([this.mongo.db?.command({ ping: 1 }), this.redis.ping()]).then(
        ([mongo]) => mongo !== undefined,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
    ]);
    if (!answered) throw new DomainError('SERVICE_UNAVAILABLE');
    return { status: 'ok' };
  }
}
