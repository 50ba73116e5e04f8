import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Day, OrdersFate, SlotsWithOrders } from '#libs/contracts';
import { type ClientSession, DomainError, type EventDraft } from '#libs/platform';
import { type NewSlot, NOT_WITHDRAWN, SLOT, type Slot, soonestFirst } from './slot.model.js';
import { ownSlotChanged, slotWithdrawn } from './slot-events.js';
import type { SlotPlan } from './slot-plan.js';

/** Writes slots inside a farm's transactions. */
@Injectable()
export class SlotChanges {
  constructor(@InjectModel(SLOT) private readonly slots: Model<Slot>) {}

  /** Those of these slots that are neither over nor withdrawn, soonest first. */
  async find(
    session: ClientSession | null,
    which: Partial<Pick<Slot, '_id' | 'farmId'>>,
    now: number,
  ): Promise<Slot[]> {
    const found = await this.slots
      .find({ ...which, ...NOT_WITHDRAWN, endAt: { $gt: new Date(now) } })
      .session(session)
      .lean<Slot[]>();
    return found.toSorted(soonestFirst);
  }

  /** The slots of a farm or of a schedule from a day on that are not withdrawn. */
  async from(
    session: ClientSession,
    which: Pick<Slot, 'farmId'> | Pick<Slot, 'scheduleId'>,
    day: Day,
  ): Promise<Slot[]> {
    return this.slots
      .find({ ...which, ...NOT_WITHDRAWN, date: { $gte: day } })
      .session(session)
      .lean<Slot[]>();
  }

  /** Stores new slots without orders. */
  async insert(session: ClientSession, added: readonly NewSlot[]): Promise<Slot[]> {
    if (added.length === 0) return [];
    const slots = added.map((one) => ({ ...one, _id: new Types.ObjectId(), taken: 0, version: 1 }));
    await this.slots.insertMany(slots, { lean: true, session });
    return slots;
  }

  /** Stores a slot in this state, with the next version. */
  async set(session: ClientSession, slot: Slot): Promise<Slot> {
    const after = { ...slot, version: slot.version + 1 };
    const { _id, ...stored } = after;
    await this.slots.updateOne({ _id }, { $set: stored }, { session });
    return after;
  }

  /** Carries out the edit of a schedule. Throws `SLOT_HAS_ORDERS` if it lacks a decision. */
  async apply(
    session: ClientSession,
    schedule: Pick<Slot, 'farmId' | 'scheduleId'>,
    { add, set, remove, withdraw, undecided }: SlotPlan,
    fate: OrdersFate | undefined,
  ): Promise<EventDraft[]> {
    requireDecided(undecided);
    const events: EventDraft[] = [];
    for (const slot of withdraw) {
      const after = await this.set(session, { ...slot, state: 'withdrawn' });
      events.push(ownSlotChanged(after));
      if (fate?.orders === 'cancel') events.push(slotWithdrawn(after, fate));
    }
    for (const slot of set) events.push(ownSlotChanged(await this.set(session, slot)));
    if (remove.length > 0)
      await this.slots.deleteMany({ _id: { $in: remove.map(({ _id }) => _id) } }, { session });
    for (const slot of remove)
      events.push(ownSlotChanged({ ...slot, state: 'withdrawn', version: slot.version + 1 }));
    const added = await this.insert(
      session,
      add.map((content) => ({ ...content, ...schedule })),
    );
    return [...events, ...added.map(ownSlotChanged)];
  }
}

/** Throws `SLOT_HAS_ORDERS` with these slots, if there are any. */
export function requireDecided(slots: readonly Slot[]): void {
  if (slots.length === 0) return;
  const details: SlotsWithOrders = {
    slots: slots.map(({ _id, date, startAt, taken }) => ({
      slotId: _id.toString(),
      date,
      startAt: startAt.toISOString(),
      taken,
    })),
  };
  throw new DomainError('SLOT_HAS_ORDERS', undefined, { details });
}
