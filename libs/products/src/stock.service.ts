import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { fromThousandths, type GoodsFate } from '#libs/contracts';
import { type ClientSession, currentContext, DomainError, type EventDraft } from '#libs/platform';
import {
  orderable,
  requireSteps,
  requireStock,
  type TakenLine,
  type WantedItem,
} from './orderable.js';
import { PRODUCT, type Product } from './product.model.js';
import { stockChanged } from './stock-events.js';
import { STOCK_ENTRY, type StockEntry } from './stock-ledger.model.js';
import {
  adjustment,
  giveBack,
  hold,
  moved,
  release,
  type StockMove,
  sell,
  soldBy,
} from './stock-moves.js';

/** An amount of a product, in thousandths of its unit. */
export interface StockLine {
  readonly productId: Types.ObjectId;
  readonly amount: number;
}

/** How much of a product an order takes, before and after a change; in thousandths of its unit. */
export interface AlteredLine {
  readonly productId: Types.ObjectId;
  readonly from: number;
  readonly to: number;
}

interface Alteration {
  /** Whether the customer changes it. */
  readonly isCustomer: boolean;
  /** Where goods go that are taken away. */
  readonly goods: GoodsFate;
  /** For the ledger. */
  readonly note: string | null;
}

/** The goods that a hold reserves. */
export interface HeldLines {
  readonly _id: Types.ObjectId;
  readonly lines: readonly StockLine[];
}

/** The fields that all ledger entries of one change share. */
interface Cause {
  readonly orderId?: Types.ObjectId;
  readonly holdId?: Types.ObjectId;
  readonly note?: string | null;
}

interface Change {
  readonly product: Product;
  readonly moves: readonly (StockMove & Partial<Pick<StockEntry, 'holdId' | 'note'>>)[];
}

/**
 * The stock on hand and its held part. Every change is conditional, runs inside the caller's transaction and is
 * recorded in the ledger with the user who made it.
 */
@Injectable()
export class StockService {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    @InjectModel(STOCK_ENTRY) private readonly ledger: Model<StockEntry>,
  ) {}

  /**
   * Takes the goods of an order, with quantities in each product's unit: first from the customer's hold, then from the
   * free stock; the rest of the hold is freed. Or throws and changes nothing: `PRODUCT_NOT_FOUND`,
   * `PRODUCT_NOT_AVAILABLE`, `FARM_ON_HOLIDAY`, `QUANTITY_INVALID`, `PRODUCT_OUT_OF_STOCK` (each with
   * `details.productId`; the last with `requested` and `available`, in the product's unit). A hold does not permit
   * buying a product that is paused or taken down.
   */
  async take(
    session: ClientSession,
    orderId: Types.ObjectId,
    items: readonly WantedItem[],
    hold?: HeldLines,
  ): Promise<{ lines: TakenLine[]; events: EventDraft[] }> {
    const heldOf = new Map(hold?.lines.map((line) => [line.productId.toString(), line.amount]));
    const byId = await this.find(session, [...items, ...(hold?.lines ?? [])]);
    const lines = items.map((item) =>
      orderable(byId.get(item.productId), item, heldOf.get(item.productId) ?? 0),
    );
    const changes = lines.map(({ product, amount }): Change => {
      const held = heldOf.get(product._id.toString()) ?? 0;
      heldOf.delete(product._id.toString());
      return { product, moves: sell(amount, held) };
    });
    const unused = [...heldOf].flatMap(([id, amount]) => freed(byId.get(id), amount));
    const cause = { orderId, ...(hold && { holdId: hold._id }) };
    return { lines, events: (await this.write(session, [...changes, ...unused], cause)).events };
  }

  /**
   * Reserves the goods of a checkout and frees those of the `former` hold, all or nothing; throws as {@link take} does.
   * `read` are products that this transaction has already read. Returns the new state of all products concerned.
   */
  async hold(
    session: ClientSession,
    holdId: Types.ObjectId,
    items: readonly WantedItem[],
    former: HeldLines | null,
    read: readonly Product[],
  ): Promise<{ lines: TakenLine[]; products: Product[]; events: EventDraft[] }> {
    const before = new Map(former?.lines.map((line) => [line.productId.toString(), line.amount]));
    const byId = await this.find(session, [...items, ...(former?.lines ?? [])], read);
    const lines = items.map((item) =>
      orderable(byId.get(item.productId), item, before.get(item.productId) ?? 0),
    );
    const wanted = new Map(lines.map(({ product, amount }) => [product._id.toString(), amount]));
    const replaced = { holdId: former?._id ?? null, note: 'replaced' };
    const changes = [...byId].map(([id, product]): Change => {
      const [old, next] = [before.get(id), wanted.get(id)];
      return {
        product,
        moves: [...(old ? [{ ...release(old), ...replaced }] : []), ...(next ? [hold(next)] : [])],
      };
    });
    const { after: products, events } = await this.write(session, changes, { holdId });
    return { lines, products, events };
  }

  /** Frees the goods that a hold reserves. */
  async release(
    session: ClientSession,
    { _id: holdId, lines }: HeldLines,
    note: string,
  ): Promise<EventDraft[]> {
    const byId = await this.find(session, lines);
    const changes = lines.flatMap(({ productId, amount }) =>
      freed(byId.get(productId.toString()), amount),
    );
    return (await this.write(session, changes, { holdId, note })).events;
  }

  /**
   * Changes how much an order takes of these products, each from one amount to another: more comes from the free stock,
   * less goes back on sale or is written off. What a customer changes must be orderable; a farm and an admin may choose
   * any amount that is there. Throws what {@link take} throws. `read` are products that this transaction has already
   * read.
   */
  async alter(
    session: ClientSession,
    orderId: Types.ObjectId,
    lines: readonly AlteredLine[],
    { isCustomer, goods, note }: Alteration,
    read: readonly Product[] = [],
  ): Promise<EventDraft[]> {
    const byId = await this.find(session, lines, read);
    const changes = lines.flatMap(({ productId, from, to }): Change[] => {
      const product = byId.get(productId.toString());
      const more = to - from;
      if (more > 0) {
        const quantity = fromThousandths(to);
        if (isCustomer) orderable(product, { productId: productId.toString(), quantity }, from);
        if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
        requireStock(product, to, from);
        return [{ product, moves: sell(more, 0) }];
      }
      if (!product || more === 0) return [];
      if (isCustomer && to > 0) requireSteps(product, to);
      const back = giveBack(-more);
      return [
        { product, moves: goods === 'restock' ? [back] : [back, adjustment('write-off', more)] },
      ];
    });
    return (await this.write(session, changes, { orderId, note })).events;
  }

  /** Records a change of the stock on hand in the ledger; the caller writes the product. */
  async note(
    session: ClientSession,
    { lot, ...entry }: Pick<StockEntry, 'productId' | 'change' | 'reason' | 'note' | 'lot'>,
  ): Promise<void> {
    const row: StockEntry = {
      _id: new Types.ObjectId(),
      heldChange: 0,
      lot: lot ?? (entry.reason === 'harvest' ? newLot() : null),
      orderId: null,
      holdId: null,
      actorId: currentContext().actorId,
      at: new Date(),
      ...entry,
    };
    await this.ledger.insertMany([row], { lean: true, session });
  }

  /** These products in any status, in no order. */
  async look(
    ids: readonly Types.ObjectId[],
    session: ClientSession | null = null,
  ): Promise<Product[]> {
    return this.products
      .find({ _id: { $in: ids } })
      .session(session)
      .lean<Product[]>();
  }

  /** The products of these lines by id; reads those that are not in `read`. */
  private async find(
    session: ClientSession,
    lines: readonly { productId: string | Types.ObjectId }[],
    read: readonly Product[] = [],
  ): Promise<Map<string, Product>> {
    const known = new Map(read.map((product) => [product._id.toString(), product]));
    const ids = new Set(lines.map(({ productId }) => productId.toString()));
    const missing = [...ids].filter((id) => !known.has(id)).map((id) => new Types.ObjectId(id));
    const found = missing.length === 0 ? [] : await this.look(missing, session);
    for (const product of found) known.set(product._id.toString(), product);
    return new Map([...known].filter(([id]) => ids.has(id)));
  }

  /** The only way to change stock: the condition, the ledger and the events in one. */
  private async write(
    session: ClientSession,
    changes: readonly Change[],
    { orderId, holdId, note }: Cause,
  ): Promise<{ after: Product[]; events: EventDraft[] }> {
    if (changes.length === 0) return { after: [], events: [] };
    const steps = changes.map(({ product: before, moves }) => {
      const stock = moved(before, moves);
      if (!stock) throw new Error(`the stock of ${before._id.toString()} would be less than held`);
      const available = stock.onHand - stock.held;
      const sold = before.sold + soldBy(moves);
      const after: Product = { ...before, ...stock, available, sold };
      const same =
        after.onHand === before.onHand && after.held === before.held && soldBy(moves) === 0;
      return { before, after: same ? before : { ...after, version: before.version + 1 } };
    });
    const changed = steps.filter(({ before, after }) => before !== after);
    await this.writeProducts(session, changed);
    const common = {
      lot: null,
      orderId: orderId ?? null,
      holdId: holdId ?? null,
      actorId: currentContext().actorId,
      note: note ?? null,
      at: new Date(),
    };
    const entries = changes.flatMap(({ product, moves }) =>
      moves.map((move) => ({
        _id: new Types.ObjectId(),
        productId: product._id,
        ...common,
        ...move,
      })),
    );
    await this.ledger.insertMany(entries, { lean: true, session });
    return {
      after: steps.map(({ after }) => after),
      events: changed.flatMap(({ before, after }) => stockChanged(before, after)),
    };
  }

  private async writeProducts(
    session: ClientSession,
    changed: readonly { before: Product; after: Product }[],
  ): Promise<void> {
    const writes = changed.map(({ before, after }) => {
      const onHand = after.onHand - before.onHand;
      const held = after.held - before.held;
      const available = after.available - before.available;
      const sold = after.sold - before.sold;
      return {
        updateOne: {
          filter: { _id: before._id, available: { $gte: -available }, held: { $gte: -held } },
          update: { $inc: { onHand, held, available, sold, version: 1 } },
        },
      };
    });
    if (writes.length === 0) return;
    const { modifiedCount } = await this.products.bulkWrite(writes, { session });
    // Cannot happen: this snapshot had enough, and a change since then would have been a write conflict.
    if (modifiedCount !== changed.length) throw new Error('stock moved inside a transaction');
  }
}

const freed = (product: Product | undefined, amount: number): Change[] =>
  product ? [{ product, moves: [release(amount)] }] : [];

/** A lot as a farmer would write it on a crate: the day, and letters that distinguish harvests of one day. */
export function newLot(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return `${day}-${randomBytes(3).toString('hex').toUpperCase()}`;
}
