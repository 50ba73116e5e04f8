import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { RebuildService } from './rebuild.service.js';

/**
 * When a worker starts, recounts all figures once if they were counted in another time zone.
 */
@Injectable()
export class FiguresUpdate implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly projections: ProjectionsService,
    private readonly rebuild: RebuildService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited, because many orders must not delay the worker's start. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error({ err: error }, 'recounting the figures failed; the next start retries'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }

  async run(): Promise<void> {
    if (await this.rebuild.isCurrent()) return;
    // A new database has no figures to recount.
    if (await this.projections.isEmpty()) await this.rebuild.setCurrent();
    else await this.rebuild.run();
  }
}
