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
 * Counts the figures of a database anew, once, when a worker starts with other rules than wrote them, or in another time
 * zone. Earlier builds counted days in UTC, and neither hours nor categories.
 */
@Injectable()
export class FiguresUpdate implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly projections: ProjectionsService,
    private readonly rebuild: RebuildService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited: there may be many orders, and the worker must start meanwhile. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error(
        { err: error },
        'the figures could not be counted anew; the next start tries again',
      ),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }

  async run(): Promise<void> {
    if (await this.rebuild.isCurrent()) return;
    // a new database has no figures of other rules
    if (await this.projections.isEmpty()) await this.rebuild.setCurrent();
    else await this.rebuild.run();
  }
}
