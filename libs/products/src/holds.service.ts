import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { HoldStatus } from '#libs/contracts';
import { type ClientSession, DomainError, draft, type EventDraft } from '#libs/platform';
import { HOLD, type Hold, toHoldDto } from './hold.model.js';
import type { WantedItem } from './orderable.js';
import type { Product } from './product.model.js';
import { StockService } from './stock.service.js';

/** Goods that are kept for customers at checkout: at most one open hold each, freed exactly once. */
@Injectable()
export class HoldsService {
  constructor(
    @InjectModel(HOLD) private readonly holds: Model<Hold>,
    private readonly stock: StockService,
  ) {}

  /** The hold that keeps goods for this customer now. */
  openOf(customerId: string, session: ClientSession | null = null): Promise<Hold | null> {
    return this.holds
      .findOne({ customerId: new Types.ObjectId(customerId), status: 'open' })
      .session(session)
      .lean<Hold>();
  }

  /** Throws `HOLD_NOT_FOUND` also for the holds of others. */
  async get(
    customerId: string,
    id: Types.ObjectId | string,
    session: ClientSession | null = null,
  ): Promise<Hold> {
    const hold = await this.holds
      .findOne({ _id: id, customerId: new Types.ObjectId(customerId) })
      .session(session)
      .lean<Hold>();
    if (!hold) throw new DomainError('HOLD_NOT_FOUND');
    return hold;
  }

  /**
   * Keeps these goods in place of what the customer's open hold, `former`, keeps; throws what `StockService.take` does.
   * `read` are products that this transaction has read. Returns all products concerned as they are then.
   */
  async open(
    session: ClientSession,
    _id: Types.ObjectId,
    customerId: string,
    items: readonly WantedItem[],
    expiresAt: Date,
    former: Hold | null,
    read: readonly Product[],
  ): Promise<{ hold: Hold; products: Product[]; events: EventDraft[] }> {
    const { lines, products, events } = await this.stock.hold(session, _id, items, former, read);
    const replaced = former ? [await this.mark(session, former, 'replaced')] : [];
    const hold: Hold = {
      _id,
      customerId: new Types.ObjectId(customerId),
      status: 'open',
      lines: lines.map(({ product: { _id: productId, name, unit, price }, amount }) => ({
        productId,
        name,
        unit,
        amount,
        price,
      })),
      expiresAt,
      closedAt: null,
      version: 1,
    };
    await this.holds.insertMany([hold], { lean: true, session });
    const created = draft(
      'hold.created',
      { id: _id, version: 1 },
      { customerId, hold: toHoldDto(hold) },
    );
    return { hold, products, events: [...replaced, created, ...events] };
  }

  /** Frees what an open hold keeps. */
  async free(
    session: ClientSession,
    hold: Hold,
    status: 'released' | 'expired',
  ): Promise<EventDraft[]> {
    const events = await this.stock.release(session, hold, status);
    return [await this.mark(session, hold, status), ...events];
  }

  /**
   * Ends a hold by an order, which then takes what `kept` keeps. One that is closed already keeps nothing:
   * the order has to find its goods like any other. Throws `HOLD_NOT_FOUND`.
   */
  async use(
    session: ClientSession,
    customerId: string,
    id: string,
  ): Promise<{ hold: Hold; kept: Hold | null; events: EventDraft[] }> {
    const closedAt = new Date();
    // The hold as it was before this update.
    const kept = await this.holds
      .findOneAndUpdate(
        { _id: id, customerId: new Types.ObjectId(customerId), status: 'open' },
        { $set: { status: 'used', closedAt }, $inc: { version: 1 } },
        { session },
      )
      .lean<Hold>();
    if (kept) return { hold: kept, kept, events: [closedEvent(kept, 'used', closedAt)] };
    return { hold: await this.get(customerId, id, session), kept: null, events: [] };
  }

  /** An open hold whose time is up, by this server's clock. */
  overdue(session: ClientSession, id: Types.ObjectId | string): Promise<Hold | null> {
    return this.holds
      .findOne({ _id: id, status: 'open', expiresAt: { $lte: new Date() } })
      .session(session)
      .lean<Hold>();
  }

  /** The open holds whose time is up, the oldest first. */
  async allOverdue(limit: number): Promise<Types.ObjectId[]> {
    const found = await this.holds
      .find({ status: 'open', expiresAt: { $lte: new Date() } }, { _id: 1 })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .lean<Pick<Hold, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  private async mark(
    session: ClientSession,
    hold: Hold,
    status: Exclude<HoldStatus, 'open'>,
  ): Promise<EventDraft> {
    const closedAt = new Date();
    const { modifiedCount } = await this.holds.updateOne(
      { _id: hold._id, status: 'open' },
      { $set: { status, closedAt, version: hold.version + 1 } },
      { session },
    );
    if (modifiedCount !== 1) throw new Error('the hold was closed inside a transaction');
    return closedEvent(hold, status, closedAt);
  }
}

/** The event of a hold that was open until now. */
function closedEvent(hold: Hold, status: Exclude<HoldStatus, 'open'>, closedAt: Date): EventDraft {
  const closed: Hold = { ...hold, status, closedAt, version: hold.version + 1 };
  return draft(
    'hold.closed',
    { id: hold._id, version: closed.version },
    { customerId: hold.customerId.toString(), hold: toHoldDto(closed) },
  );
}
