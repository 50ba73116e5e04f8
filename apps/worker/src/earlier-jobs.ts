import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { eventJobSchema } from '#libs/contracts';
import { EventHandlers, LOGGER, type Logger, Migrations, openQueue, REDIS } from '#libs/platform';

/** Never renamed: it would run again. */
const MIGRATION = 'rows-of-earlier-jobs';
/** Jobs of each state that are read at once. */
const STEP = 500;

/**
 * Migration: stores again the events that only a job of an earlier build holds, because their rows have expired. Before
 * anything else: a rebuild that does not see them counts their documents, and then they would count twice.
 */
@Injectable()
export class EarlierJobs implements OnModuleInit {
  constructor(
    private readonly handlers: EventHandlers,
    private readonly migrations: Migrations,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: the next start continues. */
  async onModuleInit(): Promise<void> {
    if (await this.migrations.isDone(MIGRATION)) return;
    const queue = openQueue('domain-events', this.redis);
    try {
      for (let at = 0; ; at += STEP) {
        const states = ['waiting', 'active', 'delayed', 'failed'] as const;
        const jobs = await queue.getJobs([...states], at, at + STEP - 1, true);
        if (jobs.length === 0) break;
        for (const job of jobs) {
          const event = eventJobSchema.safeParse(job.data).data?.event;
          if (event) await this.handlers.keepEarlier(event);
        }
      }
      await this.migrations.run(MIGRATION, async () => null);
    } catch (error) {
      this.logger.error({ err: error }, `${MIGRATION} failed; the next start runs it again`);
    } finally {
      await queue.close();
    }
  }
}
