import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import {
  EventHandlers,
  LOGGER,
  type Logger,
  openQueue,
  REDIS,
  WAITING_REDIS,
  workEvents,
} from '#libs/platform';

/** Works on the queue `domain-events`: runs the handlers of events. */
@Injectable()
export class EventWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: Queue;
  private worker: Worker | undefined;

  constructor(
    private readonly handlers: EventHandlers,
    @Inject(REDIS) redis: Redis,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = openQueue('domain-events', redis);
  }

  onApplicationBootstrap(): void {
    this.handlers.check();
    this.worker = workEvents(this.waiting, this.handlers, this.queue, (job, error) =>
      this.logger.error({ err: error, job }, 'an event was not handled'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
    await this.queue.close();
  }
}
