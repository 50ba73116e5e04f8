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
 * Whole names stand apart from words since there are too many of them to merge. Orders from before are found as they
 * are, but not as fast: this gives them their terms.
 */
@Injectable()
export class SearchBackfill extends OrderBackfill<Field> {
  protected readonly migration = 'search-terms-of-orders';
  protected override readonly size = 100;
  protected override readonly fields = FIELDS;

  constructor(
    @InjectModel(ORDER) orders: Model<Order>,
    migrations: Migrations,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(orders, migrations, logger);
  }

  protected async mend(
    session: ClientSession,
    orders: Pick<Order, Field | '_id'>[],
  ): Promise<void> {
    const changes = orders.flatMap(({ _id, code, customer, search: before }) => {
      const search = searchTerms(code, customer.name);
      return isDeepStrictEqual(before, search)
        ? []
        : [{ updateOne: { filter: { _id }, update: { $set: { search } } } }];
    });
    if (changes.length > 0) await this.orders.collection.bulkWrite(changes, { session });
  }
}
