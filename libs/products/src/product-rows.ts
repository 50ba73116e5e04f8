import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { commandTimeoutMs } from '#libs/platform';
import { PRODUCT, type Product, PUBLIC } from './product.model.js';

/** The fields by which products on sale are searched, filtered and sorted. */
const PUBLIC_FIELDS = {
  version: 1,
  name: 1,
  description: 1,
  category: 1,
  'farm._id': 1,
  organic: 1,
  price: 1,
  unit: 1,
  available: 1,
  minimum: 1,
  lowAt: 1,
  rating: 1,
  reviewCount: 1,
  harvestedAt: 1,
} as const;

/** The same fields, and those that decide whether it is on sale. */
const SUMMARY_FIELDS = { ...PUBLIC_FIELDS, listed: 1, status: 1 } as const;

/** The summary of a product on sale. */
export type PublicSummary = Pick<Product, Exclude<keyof typeof PUBLIC_FIELDS, 'farm._id'>> & {
  _id: Product['_id'];
  farm: Pick<Product['farm'], '_id'>;
};
/** What MongoDB replies to `find`. */
interface FoundProducts {
  readonly cursor: { readonly firstBatch: PublicSummary[] };
}
/** The summary of any product. */
export type ProductSummary = PublicSummary & Pick<Product, 'listed' | 'status'>;

/** Raw products for the catalogue, which copies them. */
@Injectable()
export class ProductRows {
  constructor(@InjectModel(PRODUCT) private readonly products: Model<Product>) {}

  /** Whole products in any status, in no order; ids that do not exist are skipped. */
  find(ids: readonly Types.ObjectId[]): Promise<Product[]> {
    return this.products
      .find({ _id: { $in: ids } })
      .lean<Product[]>()
      .exec();
  }

  /** Like `find`, with the fields of a summary. */
  findSummaries(ids: readonly Types.ObjectId[]): Promise<ProductSummary[]> {
    return this.products
      .find({ _id: { $in: ids } }, SUMMARY_FIELDS)
      .lean<ProductSummary[]>()
      .exec();
  }

  /**
   * Up to `limit` public products after the id `last`, sorted by id. Uses a raw command, because a cursor parses every
   * row twice, and start-up reads them all (ADR 14).
   */
  async listPublic(last: Types.ObjectId | undefined, limit: number): Promise<PublicSummary[]> {
    const { db } = this.products.db;
    if (!db) throw new Error('not connected to MongoDB');
    const reply = await db.command({
      find: this.products.collection.collectionName,
      filter: { ...PUBLIC, ...(last && { _id: { $gt: last } }) },
      projection: PUBLIC_FIELDS,
      sort: { _id: 1 },
      limit,
      batchSize: limit,
      singleBatch: true,
      maxTimeMS: commandTimeoutMs(),
    });
    return (reply as FoundProducts).cursor.firstBatch;
  }
}
