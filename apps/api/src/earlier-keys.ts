import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { LOGGER, type Logger, REDIS } from '#libs/platform';

/**
 * Removes what gateways of the build before read in Redis, a queue and a stream of up to 64 MB, which would stay for
 * ever. An api does it because apis are upgraded last.
 */
@Injectable()
export class EarlierKeys implements OnApplicationBootstrap {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited: where Redis is unavailable, the next start removes them. */
  onApplicationBootstrap(): void {
    this.remove().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'keys of the build before were not removed'),
    );
  }

  async remove(): Promise<void> {
    await this.redis.unlink('events.told');
    const queue = new Queue('realtime', { connection: this.redis, skipMetasUpdate: true });
    queue.on('error', () => {}); // the command that fails reports it
    await queue.obliterate({ force: true });
    await queue.close();
  }
}
