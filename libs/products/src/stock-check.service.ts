import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { StockCheckDto, StockMismatch } from '#libs/contracts';
import { type ClientSession, draft, Outbox, Transactions } from '#libs/platform';
import { HOLD, type Hold } from './hold.model.js';
import { PRODUCT, type Product } from './product.model.js';
import { STOCK_CHECK, type StockCheck, toStockCheckDto } from './stock-check.model.js';
import { STOCK_ENTRY, type StockEntry } from './stock-ledger.model.js';

/** Products per snapshot, and so in memory at a time. */
const BATCH = 200;
/** Maximum number of stored mismatches; a broken import may cause thousands. */
const MISMATCHES_STORED_MAX = 100;

type Counted = Pick<Product, '_id' | 'name' | 'onHand' | 'held' | 'available'>;
interface Sum {
  _id: Types.ObjectId;
  onHand: number;
  held: number;
}

/**
 * Compares every product with the sum of its ledger and with the open holds. Each batch of products is read in one
 * snapshot together with its ledger, so that concurrent orders cause no false alarm.
 */
@Injectable()
export class StockCheckService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    @InjectModel(STOCK_ENTRY) private readonly ledger: Model<StockEntry>,
    @InjectModel(HOLD) private readonly holds: Model<Hold>,
    @InjectModel(STOCK_CHECK) private readonly checks: Model<StockCheck>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** The newest result, or null before the first check. */
  async latest(): Promise<StockCheckDto | null> {
    const check = await this.checks.findOne().sort({ _id: -1 }).lean<StockCheck>();
    return check && toStockCheckDto(check);
  }

  /** Checks everything, stores the result and publishes it to the admins. */
  async run(requestedBy: string | null): Promise<StockCheckDto> {
    const startedAt = new Date();
    let products = 0;
    let mismatchCount = 0;
    const mismatches: StockMismatch[] = [];
    let after: Types.ObjectId | null = null;
    do {
      const batch: Batch = await this.transactions.run((session) => this.look(session, after));
      products += batch.products;
      mismatchCount += batch.mismatches.length;
      mismatches.push(...batch.mismatches.slice(0, MISMATCHES_STORED_MAX - mismatches.length));
      after = batch.last;
    } while (after);
    const check: StockCheck = {
      _id: new Types.ObjectId(),
      startedAt,
      finishedAt: new Date(),
      requestedBy,
      products,
      mismatchCount,
      mismatches,
    };
    const dto = toStockCheckDto(check);
    await this.transactions.run(async (session) => {
      await this.checks.insertMany([check], { lean: true, session });
      await this.outbox.add(session, draft('stock.checked', { id: check._id, version: 1 }, dto));
    });
    return dto;
  }

  /** One batch in one snapshot: its products, and the ledger and holds of the same range of ids. */
  private async look(session: ClientSession, after: Types.ObjectId | null): Promise<Batch> {
    const products = await this.products
      .find(after ? { _id: { $gt: after } } : {}, { name: 1, onHand: 1, held: 1, available: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<Counted[]>();
    const last = products.length === BATCH ? (products.at(-1)?._id ?? null) : null;
    // The last batch includes ledger entries of products that do not exist.
    const range = { ...(after && { $gt: after }), ...(last && { $lte: last }) };
    const inRange = Object.keys(range).length > 0;
    const sums = await this.ledger
      .aggregate<Sum>([
        ...(inRange ? [{ $match: { productId: range } }] : []),
        {
          $group: {
            _id: '$productId',
            onHand: { $sum: '$change' },
            held: { $sum: '$heldChange' },
          },
        },
      ])
      .session(session);
    const open = await this.holds
      .aggregate<Omit<Sum, 'onHand'>>([
        { $match: { status: 'open', ...(inRange && { 'lines.productId': range }) } },
        { $unwind: '$lines' },
        ...(inRange ? [{ $match: { 'lines.productId': range } }] : []),
        { $group: { _id: '$lines.productId', held: { $sum: '$lines.amount' } } },
      ])
      .session(session);
    return { products: products.length, mismatches: compare(products, sums, open), last };
  }
}

interface Batch {
  readonly products: number;
  readonly mismatches: StockMismatch[];
  /** The id after which the next batch begins; null at the end. */
  readonly last: Types.ObjectId | null;
}

/** The products whose stock differs from ledger and open holds. */
function compare(
  products: readonly Counted[],
  sums: readonly Sum[],
  open: readonly Omit<Sum, 'onHand'>[],
): StockMismatch[] {
  const byId = new Map(products.map((product) => [product._id.toString(), product]));
  const ledger = new Map(sums.map((sum) => [sum._id.toString(), sum]));
  const holds = new Map(open.map((sum) => [sum._id.toString(), sum.held]));
  return [...new Set([...byId.keys(), ...ledger.keys(), ...holds.keys()])].flatMap((productId) => {
    const product = byId.get(productId);
    const row = {
      productId,
      name: product?.name ?? null,
      onHand: product?.onHand ?? 0,
      held: product?.held ?? 0,
      ledgerOnHand: ledger.get(productId)?.onHand ?? 0,
      ledgerHeld: ledger.get(productId)?.held ?? 0,
      openHolds: holds.get(productId) ?? 0,
    };
    const agrees =
      row.onHand === row.ledgerOnHand &&
      row.held === row.ledgerHeld &&
      row.held === row.openHolds &&
      (product?.available ?? 0) === row.onHand - row.held;
    return agrees ? [] : [row];
  });
}
