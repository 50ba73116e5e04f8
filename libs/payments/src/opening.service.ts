import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger, Migrations } from '#libs/platform';
import { MonthsService, OPENING } from './months.service.js';
import { OrderBooks } from './order-books.service.js';

/** When a worker starts, books the orders of builds without a ledger, once; then closes the months that have ended. */
@Injectable()
export class LedgerOpening implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly books: OrderBooks,
    private readonly months: MonthsService,
    private readonly migrations: Migrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited, because many orders must not delay the worker's start. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error({ err: error }, 'opening the ledger failed; the next start continues'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  async run(): Promise<void> {
    await this.migrations.run(
      OPENING,
      (session, after) => this.books.openNext(session, after),
      () => this.isStopped,
    );
    await this.months.close();
  }
}
