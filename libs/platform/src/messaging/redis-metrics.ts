import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../data/redis.js';
import { Metrics, type Reading } from '../observability/metrics.js';

/**
 * Memory of Redis, and what it may use: it evicts nothing, so that one that is full refuses every write. Every process
 * with Redis reports it.
 */
@Injectable()
export class RedisMetrics {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    metrics: Metrics,
  ) {
    metrics.read('farmgate_redis_memory_bytes', 'Memory that Redis uses.', [], () =>
      this.field('used_memory'),
    );
    metrics.read(
      'farmgate_redis_memory_limit_bytes',
      'Memory that Redis may use (maxmemory); 0 without a limit.',
      [],
      () => this.field('maxmemory'),
    );
  }

  private async field(name: 'used_memory' | 'maxmemory'): Promise<Reading[]> {
    // While Redis is unavailable, a command would wait for it.
    if (this.redis.status !== 'ready') return [];
    const info = await this.redis.info('memory');
    const [, digits] = new RegExp(`^${name}:(\\d+)\\r?$`, 'm').exec(info) ?? [];
    return digits === undefined ? [] : [{ value: Number(digits) }];
  }
}
