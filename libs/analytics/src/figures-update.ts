import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger, Migrations } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { RebuildService } from './rebuild.service.js';

/** Named by the rules of tally.ts that it brings in: never renamed, but a new rule needs a new name. */
const NAME = 'figures-without-cancelled-orders';

/**
 * Counts the figures of a database anew, once, when a worker starts with other rules than wrote them. The first builds
 * counted the marketplace only, and later ones also orders that were cancelled as a whole.
 */
@Injectable()
export class FiguresUpdate implements OnApplicationBootstrap, BeforeApplicationShutdown {
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
      this.logger.error({ err: error }, `${NAME} failed; the next start runs it again`),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }

  async run(): Promise<void> {
    if (await this.migrations.isDone(NAME)) return;
    // a new database has no figures of other rules
    if (!(await this.projections.isEmpty())) await this.rebuild.run();
    await this.migrations.run(NAME, async () => null);
  }
}
