import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger, Migrations } from '#libs/platform';
import { OrderBooks } from './order-books.service.js';

/** Never rename it, or it runs again. */
export const OPENING = 'payments.opening';

/** When a worker starts, books the orders of builds without a ledger, once. */
@Injectable()
export class LedgerOpening implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly books: OrderBooks,
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

  run(): Promise<void> {
    return this.migrations.run(
      OPENING,
      (session, after) => this.books.openNext(session, after),
      () => this.isStopped,
    );
  }
}
