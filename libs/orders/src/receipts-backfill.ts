import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Id } from '#libs/contracts';
import { behindId, type ClientSession, LOGGER, type Logger, Migrations } from '#libs/platform';
import { ReviewsImport } from '#libs/products';
import { ORDER, type Order, receiptsOf } from './order.model.js';

const NAME = 'receipts-of-delivered-orders';
/** Orders that one step looks at. */
const STEP = 500;

/**
 * Receipts, which entitle to a review, are kept since there are reviews. What had arrived before has none: this
 * writes them, once, when a worker starts. A receipt that is there stays as it is.
 */
@Injectable()
export class ReceiptsBackfill implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly reviews: ReviewsImport,
    private readonly migrations: Migrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not awaited: there may be many orders, and the worker has other things to do. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error({ err: error }, 'receipts of older orders wait for the next start'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  run(): Promise<void> {
    return this.migrations.run(
      NAME,
      (session, after) => this.step(session, after),
      () => this.stopped,
    );
  }

  private async step(session: ClientSession, after: Id | null): Promise<Id | null> {
    const found = await this.orders
      .find(behindId(after))
      .sort({ _id: 1 })
      .limit(STEP)
      .session(session)
      .lean<Order[]>();
    await this.reviews.receiveMissing(session, found.flatMap(receiptsOf));
    return found.length < STEP ? null : (found.at(-1)?._id.toString() ?? null);
  }
}
