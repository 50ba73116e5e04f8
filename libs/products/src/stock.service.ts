import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { fromBaseUnits, isOrderable, toBaseUnits } from '#libs/contracts';
import { type ClientSession, DomainError, draft, type EventDraft } from '#libs/platform';
import { isPublic, PRODUCT, type Product, toProductChange } from './product.model.js';
import { STOCK_ENTRY, type StockEntry, type StockReason } from './stock-ledger.model.js';

/** An amount of a product, in base units. */
export interface StockLine {
  readonly productId: Types.ObjectId;
  readonly amount: number;
}

/** A product as it was taken, and how much of it, in base units. */
export interface TakenLine {
  readonly product: Product;
  readonly amount: number;
}

/** What is on hand. Every change is conditional, inside the caller's transaction, and stands in the ledger. */
@Injectable()
export class StockService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    @InjectModel(STOCK_ENTRY) private readonly ledger: Model<StockEntry>,
  ) {}

  /**
   * Takes what an order asks for, quantities in each product's unit, or throws and leaves all as it was:
   * `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`, `QUANTITY_INVALID`, `PRODUCT_OUT_OF_STOCK`
   * (each with `details.productId`; the last with `requested` and `available`, in the product's unit).
   */
  async take(
    session: ClientSession,
    orderId: Types.ObjectId,
    items: readonly { productId: string; quantity: number }[],
  ): Promise<{ lines: TakenLine[]; events: EventDraft[] }> {
    const found = await this.products
      .find({ _id: { $in: items.map((item) => new Types.ObjectId(item.productId)) } })
      .session(session)
      .lean<Product[]>();
    const byId = new Map(found.map((product) => [product._id.toString(), product]));
    const lines = items.map((item) => orderable(byId.get(item.productId), item));
    const { modifiedCount } = await this.products.collection.bulkWrite(
      lines.map(({ product, amount }) => ({
        updateOne: {
          filter: { _id: product._id, available: { $gte: amount } },
          update: { $inc: { onHand: -amount, available: -amount, version: 1 } },
        },
      })),
      { session },
    );
    // The snapshot said enough is there; a change since then would have been a write conflict.
    if (modifiedCount !== lines.length) throw new Error('stock moved inside a transaction');
    return { lines, events: await this.record(session, lines, -1, 'sale', orderId, null) };
  }

  /** Puts back what a part of an order had taken. */
  async giveBack(
    session: ClientSession,
    orderId: Types.ObjectId,
    lines: readonly StockLine[],
    note: string | null,
  ): Promise<EventDraft[]> {
    if (lines.length === 0) return [];
    const found = await this.products
      .find({ _id: { $in: lines.map((line) => line.productId) } })
      .session(session)
      .lean<Product[]>();
    const byId = new Map(found.map((product) => [product._id.toString(), product]));
    const returned = lines.flatMap(({ productId, amount }) => {
      const product = byId.get(productId.toString());
      return product ? [{ product, amount }] : [];
    });
    await this.products.collection.bulkWrite(
      returned.map(({ product, amount }) => ({
        updateOne: {
          filter: { _id: product._id },
          update: { $inc: { onHand: amount, available: amount, version: 1 } },
        },
      })),
      { session },
    );
    return this.record(session, returned, 1, 'return', orderId, note);
  }

  /** Writes one change of the amount on hand to the ledger. */
  async note(session: ClientSession, entry: Omit<StockEntry, '_id' | 'at'>): Promise<void> {
    await this.ledger.collection.insertOne(
      { _id: new Types.ObjectId(), at: new Date(), ...entry },
      { session },
    );
  }

  private async record(
    session: ClientSession,
    lines: readonly TakenLine[],
    sign: 1 | -1,
    reason: StockReason,
    orderId: Types.ObjectId,
    note: string | null,
  ): Promise<EventDraft[]> {
    if (lines.length === 0) return [];
    const at = new Date();
    await this.ledger.collection.insertMany(
      lines.map(({ product, amount }) => ({
        _id: new Types.ObjectId(),
        productId: product._id,
        change: sign * amount,
        reason,
        orderId,
        note,
        at,
      })),
      { session },
    );
    return lines.map(({ product, amount }) =>
      stockChanged(product, {
        ...product,
        onHand: product.onHand + sign * amount,
        available: product.available + sign * amount,
        version: product.version + 1,
      }),
    );
  }
}

/** The event of a product that was `before` and is now `after`. */
export function stockChanged(before: Product, after: Product): EventDraft {
  return draft(
    'product.stock-changed',
    { id: after._id, version: after.version },
    { change: toProductChange(after, before), before: toProductChange(before) },
  );
}

function orderable(
  product: Product | undefined,
  { productId, quantity }: { productId: string; quantity: number },
): TakenLine {
  // What is not on sale yet does not exist for shoppers, not even by its name.
  if (!product?.listed || product.status === 'draft')
    throw new DomainError('PRODUCT_NOT_FOUND', undefined, { details: { productId } });
  const { name, unit } = product;
  const about = { productId, name };
  if (!isPublic(product))
    throw new DomainError('PRODUCT_NOT_AVAILABLE', `${name} cannot be bought now`, {
      details: about,
    });
  const amount = toBaseUnits(quantity, unit);
  if (amount === null || !isOrderable(amount, product.step, product.minimum)) {
    const step = fromBaseUnits(product.step, unit);
    const minimum = fromBaseUnits(product.minimum, unit);
    throw new DomainError(
      'QUANTITY_INVALID',
      `${name} is sold in steps of ${step} ${unit}, from ${minimum} ${unit}`,
      { details: { ...about, step, minimum } },
    );
  }
  if (product.available < amount) {
    const available = fromBaseUnits(product.available, unit);
    throw new DomainError('PRODUCT_OUT_OF_STOCK', `Only ${available} ${unit} of ${name} is left`, {
      details: { ...about, requested: quantity, available },
    });
  }
  return { product, amount };
}
