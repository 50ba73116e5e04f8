import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ClientSession, LOGGER, type Logger, Migrations } from '#libs/platform';
import { ReviewsImport } from '#libs/products';
import { ORDER, type Order, receiptsOf } from './order.model.js';
import { OrderBackfill } from './order-backfill.js';

/**
 * Receipts, which entitle to a review, are kept since there are reviews. What had arrived before has none: this
 * writes them. A receipt that is there stays as it is.
 */
@Injectable()
export class ReceiptsBackfill extends OrderBackfill {
  protected readonly migration = 'receipts-of-delivered-orders';

  constructor(
    @InjectModel(ORDER) orders: Model<Order>,
    private readonly reviews: ReviewsImport,
    migrations: Migrations,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(orders, migrations, logger);
  }

  protected mend(session: ClientSession, orders: Order[]): Promise<void> {
    return this.reviews.receiveMissing(session, orders.flatMap(receiptsOf));
  }
}
