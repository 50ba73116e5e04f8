import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ClientSession, LOGGER, type Logger, Migrations } from '#libs/platform';
import { ORDER, type Order } from './order.model.js';
import { OrderBackfill } from './order-backfill.js';
import { searchTerms } from './order-search.js';

const FIELDS = ['code', 'customer', 'search'] as const;
type Field = (typeof FIELDS)[number];

/**
 * Writes the current `searchTerms` of orders from before whole names became separate terms. Searches find these orders
 * without it, but more slowly.
 */
@Injectable()
export class SearchBackfill extends OrderBackfill<Field> {
  protected readonly migration = 'search-terms-of-orders';
  protected override readonly batchSize = 100;
  protected override readonly fields = FIELDS;

  constructor(
    @InjectModel(ORDER) orders: Model<Order>,
    migrations: Migrations,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(orders, migrations, logger);
  }

  protected async migrate(
    session: ClientSession,
    orders: Pick<Order, Field | '_id'>[],
  ): Promise<void> {
    const changes = orders.flatMap(({ _id, code, customer, search: before }) => {
      const search = searchTerms(code, customer.name);
      return isDeepStrictEqual(before, search)
        ? []
        : [{ updateOne: { filter: { _id }, update: { $set: { search } } } }];
    });
    if (changes.length > 0) await this.orders.bulkWrite(changes, { session });
  }
}
