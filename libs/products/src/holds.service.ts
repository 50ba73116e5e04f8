import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { HeldSlot, HoldStatus, Id } from '#libs/contracts';
import { type ClientSession, DomainError, draft, type EventDraft } from '#libs/platform';
import { HOLD, type Hold, toHoldDto } from './hold.model.js';
import type { WantedItem } from './orderable.js';
import type { Product } from './product.model.js';
import { StockService } from './stock.service.js';

/** What a new hold reserves, and what its transaction has already read. */
export interface NewHold {
  readonly _id: Types.ObjectId;
  readonly customerId: string;
  readonly items: readonly WantedItem[];
  /** Places that its transaction has taken. */
  readonly slots: HeldSlot[];
  readonly expiresAt: Date;
  /** The customer's open hold, which this one replaces. */
  readonly former: Hold | null;
  readonly read: readonly Product[];
}

/** Goods reserved for customers at checkout: at most one open hold each, freed exactly once. */
@Injectable()
export class HoldsService {
  constructor(
    @InjectModel(HOLD) private readonly holds: Model<Hold>,
    private readonly stock: StockService,
  ) {}

  /** The customer's open hold, if there is one. */
  openOf(customerId: string, session: ClientSession | null = null): Promise<Hold | null> {
    return this.holds
      .findOne({ customerId: new Types.ObjectId(customerId), status: 'open' })
      .session(session)
      .lean<Hold>();
  }

  /** Throws `HOLD_NOT_FOUND`, also for another customer's hold. */
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
   * Reserves these goods and replaces the customer's open hold; throws what `StockService.take` throws. Returns the new
   * state of all products concerned.
   */
  async open(
    session: ClientSession,
    { _id, customerId, items, slots, expiresAt, former, read }: NewHold,
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
      slots,
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

  /** Frees the goods of an open hold and closes it. */
  async free(
    session: ClientSession,
    hold: Hold,
    status: 'released' | 'expired',
  ): Promise<EventDraft[]> {
    const events = await this.stock.release(session, hold, status);
    return [await this.mark(session, hold, status), ...events];
  }

  /**
   * Closes a hold for an order, which then takes the goods of `kept`. If the hold is already closed, `kept` is null and
   * the order takes its goods from the free stock. Throws `HOLD_NOT_FOUND`.
   */
  async use(
    session: ClientSession,
    customerId: string,
    id: string,
  ): Promise<{ hold: Hold; kept: Hold | null; events: EventDraft[] }> {
    const closedAt = new Date();
    // Returns the document as it was before this update.
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

  /** This hold if it is open and has expired by this server's clock, otherwise null. */
  overdue(session: ClientSession, id: Types.ObjectId | string): Promise<Hold | null> {
    return this.holds
      .findOne({ _id: id, status: 'open', expiresAt: { $lte: new Date() } })
      .session(session)
      .lean<Hold>();
  }

  /** The ids of open holds that have expired, the oldest first. */
  async allOverdue(limit: number): Promise<Types.ObjectId[]> {
    const found = await this.holds
      .find({ status: 'open', expiresAt: { $lte: new Date() } }, { _id: 1 })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .lean<Pick<Hold, '_id'>[]>();
    return found.map(({ _id }) => _id);
  }

  /** The number of open holds with a place in each of these slots, by the slot's id. */
  async placesIn(session: ClientSession, slotIds: readonly Id[]): Promise<Map<Id, number>> {
    const inSlots = { 'slots.slot._id': { $in: slotIds } };
    const counts = await this.holds
      .aggregate<{ _id: Id; places: number }>([
        { $match: { ...inSlots, status: 'open' } },
        { $unwind: '$slots' },
        { $match: inSlots },
        { $group: { _id: '$slots.slot._id', places: { $sum: 1 } } },
      ])
      .session(session);
    return new Map(counts.map(({ _id, places }) => [_id, places]));
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

function closedEvent(hold: Hold, status: Exclude<HoldStatus, 'open'>, closedAt: Date): EventDraft {
  const closed: Hold = { ...hold, status, closedAt, version: hold.version + 1 };
  return draft(
    'hold.closed',
    { id: hold._id, version: closed.version },
    { customerId: hold.customerId.toString(), hold: toHoldDto(closed) },
  );
}
