import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { EventHandlers, LOGGER, type Logger, WAITING_REDIS, workQueue } from '#libs/platform';

/** Hands every domain event to the slices that follow from it. */
@Injectable()
export class EventWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: Worker | undefined;

  constructor(
    private readonly handlers: EventHandlers,
    @Inject(WAITING_REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.handlers.check();
    this.worker = workQueue(
      'domain-events',
      this.redis,
      (event) => this.handlers.handle(event),
      (job, error) => this.logger.error({ err: error, job }, 'an event was not handled'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }
}
