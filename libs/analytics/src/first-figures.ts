import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger, Migrations } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { RebuildService } from './rebuild.service.js';

/** Never renamed: it would run again. */
const MIGRATION = 'figures-of-days-and-farms';

/**
 * The first builds counted the marketplace only: no days, farms, buyers and products. This counts what is missing from
 * the documents, once, when a worker starts.
 */
@Injectable()
export class FirstFigures implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly projections: ProjectionsService,
    private readonly rebuild: RebuildService,
    private readonly migrations: Migrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited: there may be many orders, and the worker must start meanwhile. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error({ err: error }, `${MIGRATION} failed; the next start runs it again`),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    if (await this.migrations.isDone(MIGRATION)) return;
    if (await this.projections.areOfFirstBuilds()) await this.rebuild.run();
    await this.migrations.run(MIGRATION, async () => null);
  }
}
