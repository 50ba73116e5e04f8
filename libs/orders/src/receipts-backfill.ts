import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ClientSession, LOGGER, type Logger, Migrations } from '#libs/platform';
import { ReviewsImport } from '#libs/products';
import { ORDER, type Order, receiptsOf } from './order.model.js';
import { OrderBackfill } from './order-backfill.js';

/**
 * Writes the receipts, which entitle to a review, of orders delivered before receipts existed. Changes no existing
 * receipt.
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

  protected migrate(session: ClientSession, orders: Order[]): Promise<void> {
    return this.reviews.receiveMissing(session, orders.flatMap(receiptsOf));
  }
}
