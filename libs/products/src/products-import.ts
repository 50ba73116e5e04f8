import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { isPublished, NO_STARS, type StarCounts, summaryOf } from '#libs/contracts';
import { type ClientSession, draft, type EventDraft, idAt, searchTerms } from '#libs/platform';
import { PRODUCT, type Product, toProductChange } from './product.model.js';
import { UNSOLD } from './product-edit.js';
import type { NewProduct } from './products.service.js';
import { newLot } from './stock.service.js';
import { STOCK_ENTRY, type StockEntry } from './stock-ledger.model.js';
import { adjustment, giveBack, type StockMove } from './stock-moves.js';

/** A sale by an order of the past, in thousandths of the product's unit; `returned` if the goods came back. */
export interface PastSale {
  readonly productId: Types.ObjectId;
  readonly amount: number;
  readonly orderId: Types.ObjectId;
  readonly at: Date;
  readonly returned: boolean;
}

const HOUR_MS = 3_600_000;
/** Hours from the first sale to its harvest, and from a sale to the return and the write-off of its goods. */
const [HARVESTED, RETURNED, SPOILED] = [-12, 3, 20] as const;

/** Bulk writes of products and past sales, without events, for seeds. */
@Injectable()
export class ProductsImport {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    @InjectModel(STOCK_ENTRY) private readonly ledger: Model<StockEntry>,
  ) {}

  async isEmpty(): Promise<boolean> {
    return (await this.products.exists({})) === null;
  }

  /** Adds products, each with its first harvest. */
  async add(products: readonly NewProduct[]): Promise<Product[]> {
    const at = new Date();
    const rows = products.map((product) => imported(product, at));
    await this.products.insertMany(rows, { lean: true });
    await this.ledger.insertMany(
      rows.map(({ _id, onHand, lot }) => ({
        ...entry(_id, adjustment('harvest', onHand), at, null),
        lot,
      })),
      { lean: true },
    );
    return rows;
  }

  /** Inside a transaction: adds the stars of reviews, by product id; returns the events. */
  async rate(
    session: ClientSession,
    gained: ReadonlyMap<string, StarCounts>,
  ): Promise<EventDraft[]> {
    const found = await this.products
      .find({ _id: { $in: [...gained.keys()].map((id) => new Types.ObjectId(id)) } })
      .session(session)
      .lean<Product[]>();
    const rated = found.map((product): [before: Product, after: Product] => {
      const by = gained.get(product._id.toString()) ?? NO_STARS;
      const stars = product.stars.map((count, at) => count + (by[at] ?? 0));
      const { mean: rating, count: reviewCount } = summaryOf(stars);
      return [product, { ...product, stars, rating, reviewCount, version: product.version + 1 }];
    });
    if (rated.length === 0) return [];
    await this.products.bulkWrite(
      rated.map(([, { _id, stars, rating, reviewCount, version }]) => ({
        updateOne: { filter: { _id }, update: { $set: { stars, rating, reviewCount, version } } },
      })),
      { session },
    );
    return rated.map(([before, after]) =>
      draft(
        'product.rating-changed',
        { id: after._id, version: after.version },
        { change: toProductChange(after, before) },
      ),
    );
  }

  ofFarms(farmIds: readonly Types.ObjectId[]): Promise<Product[]> {
    return this.products
      .find({ 'farm._id': { $in: farmIds } })
      .sort({ _id: 1 })
      .lean<Product[]>()
      .exec();
  }

  /**
   * Inside a transaction: writes past sales into the ledger, preceded by a harvest of the same amount, and writes off
   * returned goods. So the sums of the ledger still equal the stock on hand, and were never negative.
   */
  async sell(session: ClientSession, sales: readonly PastSale[]): Promise<void> {
    if (sales.length === 0) return;
    const harvests = new Map<string, { productId: Types.ObjectId; amount: number; at: Date }>();
    for (const { productId, amount, at } of sales) {
      const known = harvests.get(productId.toString()) ?? { productId, amount: 0, at };
      known.amount += amount;
      if (at < known.at) known.at = at;
      harvests.set(productId.toString(), known);
    }
    const entries = [
      ...[...harvests.values()].map(({ productId, amount, at }) =>
        entry(productId, adjustment('harvest', amount), later(at, HARVESTED), null),
      ),
      ...sales.flatMap(({ productId, amount, orderId, at, returned }) => [
        entry(productId, { reason: 'sale', change: -amount, heldChange: 0 }, at, orderId),
        ...(returned
          ? [
              entry(productId, giveBack(amount), later(at, RETURNED), orderId),
              entry(productId, adjustment('write-off', -amount), later(at, SPOILED), null),
            ]
          : []),
      ]),
    ];
    await this.ledger.insertMany(entries, { lean: true, session });
    await this.count(session, sales);
  }

  /** Adds the sales to `sold` of each product, without returns. */
  private async count(session: ClientSession, sales: readonly PastSale[]): Promise<void> {
    const sold = new Map<string, { _id: Types.ObjectId; amount: number }>();
    for (const { productId: _id, amount, returned } of sales) {
      const known = sold.get(_id.toString()) ?? { _id, amount: 0 };
      known.amount += returned ? 0 : amount;
      sold.set(_id.toString(), known);
    }
    await this.products.bulkWrite(
      [...sold.values()].map(({ _id, amount }) => ({
        updateOne: { filter: { _id }, update: { $inc: { sold: amount } } },
      })),
      { session },
    );
  }
}

function imported(product: NewProduct, at: Date): Product {
  return {
    ...UNSOLD,
    _id: new Types.ObjectId(),
    showsCount: true,
    ...product,
    available: product.onHand,
    lot: product.onHand > 0 ? newLot() : null,
    publishedAt: isPublished(product.status) ? at : null,
    search: searchTerms(product.name),
  };
}

const later = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS);

function entry(
  productId: Types.ObjectId,
  move: StockMove,
  at: Date,
  orderId: Types.ObjectId | null,
): StockEntry {
  return {
    // The ledger of a product is sorted by this id.
    _id: idAt(at),
    productId,
    ...move,
    lot: null,
    orderId,
    holdId: null,
    actorId: null,
    note: null,
    at,
  };
}
