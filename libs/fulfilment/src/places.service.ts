import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Availability,
  availabilityOf,
  type ErrorCode,
  type FarmCalendar,
  type Fulfilment,
  freeSlotsOf,
  type Id,
  MAX_OFFERED_SLOTS,
  type PartSlot,
  type SlotRefusal,
  type Unavailable,
  unavailableText,
} from '#libs/contracts';
import { type Farm, holidayOf } from '#libs/farms';
import { type ClientSession, DomainError, type EventDraft } from '#libs/platform';
import { CalendarsService } from './calendars.service.js';
import { NOT_WITHDRAWN, SLOT, type Slot, toPartSlot, toSlotDto } from './slot.model.js';
import { slotChanged } from './slot-events.js';

/** A place that an order or a hold wants. */
export interface WantedPlace {
  readonly farm: Farm;
  readonly method: Fulfilment;
  /** The chosen slot; the next that can be had if absent. */
  readonly slotId?: Id | undefined;
  /** The slot where the customer's hold has a place, which is taken over, or freed if another slot is taken. */
  readonly heldSlotId?: Id | undefined;
  /** Where a delivery goes; null while it is unknown. */
  readonly postalCode: string | null;
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** The places of slots. Orders and holds have one each, carts have none. */
@Injectable()
export class PlacesService {
  constructor(
    @InjectModel(SLOT) private readonly slots: Model<Slot>,
    private readonly calendars: CalendarsService,
  ) {}

  /**
   * Inside the transaction of an order or a hold: takes a place. `slot` is null if the farm has no schedule for the
   * method; `place` is where a pickup is. Throws `SLOT_FULL`, `SLOT_CLOSED`, `SLOT_NOT_FOUND` and `AREA_NOT_SERVED` with {@link SlotRefusal}, and
   * `FARM_NOT_APPROVED` and `FARM_ON_HOLIDAY`.
   */
  async take(
    session: ClientSession,
    asked: WantedPlace,
  ): Promise<{ slot: PartSlot | null; place: string | null; events: EventDraft[] }> {
    const { farm, method, heldSlotId } = asked;
    const held = heldSlotId ? await this.find(session, farm._id, heldSlotId) : null;
    // Without a choice it is the day that the customer saw at checkout.
    const slotId = asked.slotId ?? (held?.method === method ? heldSlotId : undefined);
    const wanted: WantedPlace = { ...asked, slotId };
    const takesOver = held !== null && slotId === heldSlotId;
    const freed = heldSlotId && !takesOver ? await this.free(session, heldSlotId) : [];
    const chosen = takesOver
      ? withoutHold(held)
      : slotId === undefined
        ? null
        : await this.find(session, farm._id, slotId);
    const answer = await this.require(session, wanted, chosen);
    if (!answer.slot) return { slot: null, place: null, events: freed };
    const slot = chosen ?? (await this.find(session, farm._id, answer.slot._id));
    if (!slot) throw new Error('a slot of the calendar is not stored');
    // Also what is taken over is written, so that it conflicts with a withdrawal.
    const taken = await this.write(session, slot, wanted, takesOver ? 0 : 1);
    return { slot: toPartSlot(slot), place: slot.place, events: [...freed, ...taken] };
  }

  /**
   * Inside the transaction of an order, before its other work: throws what {@link take} would throw for this slot if it
   * is full. So the many who come too late for a day cost little.
   */
  async check(session: ClientSession, wanted: WantedPlace & { slotId: Id }): Promise<void> {
    const chosen = await this.find(session, wanted.farm._id, wanted.slotId);
    if (chosen && toSlotDto(chosen).left === 0) await this.require(session, wanted, chosen);
  }

  /** Inside a transaction: gives back the place of an order or a hold. */
  async free(session: ClientSession, slotId: Id): Promise<EventDraft[]> {
    const slot = await this.slots
      .findOneAndUpdate(
        { _id: slotId, taken: { $gt: 0 } },
        { $inc: { taken: -1, version: 1 } },
        { session, returnDocument: 'after' },
      )
      .lean<Slot>();
    if (!slot) return [];
    return slotChanged(slot, await this.calendars.isPublic(session, slot.farmId));
  }

  private async require(
    session: ClientSession,
    wanted: WantedPlace,
    chosen: Slot | null,
  ): Promise<Extract<Availability, { ok: true }>> {
    const calendar = chosen
      ? { scheduled: [], slots: [toSlotDto(chosen)] }
      : await this.calendarOf(session, wanted);
    const answer = availabilityOf({ ...questionOf(wanted), calendar });
    if (!answer.ok) throw await this.refusal(session, wanted, chosen);
    return answer;
  }

  private async write(
    session: ClientSession,
    slot: Slot,
    { farm, now }: WantedPlace,
    places: 0 | 1,
  ): Promise<EventDraft[]> {
    const { _id, capacity } = slot;
    const after = await this.slots
      .findOneAndUpdate(
        {
          _id,
          capacity,
          state: places === 0 ? NOT_WITHDRAWN.state : 'open',
          cutOffAt: { $gt: new Date(now) },
          ...(capacity !== null && { taken: { $lte: capacity - places } }),
        },
        { $inc: { taken: places, version: 1 } },
        { session, returnDocument: 'after' },
      )
      .lean<Slot>();
    // Cannot happen: this snapshot had a place, and a change since then would have been a write conflict.
    if (!after) throw new Error('a slot changed inside a transaction');
    return slotChanged(after, farm.status === 'approved');
  }

  private async find(
    session: ClientSession,
    farmId: Types.ObjectId,
    slotId: Id,
  ): Promise<Slot | null> {
    return this.slots
      .findOne({ _id: new Types.ObjectId(slotId), farmId })
      .session(session)
      .lean<Slot>();
  }

  private async calendarOf(session: ClientSession, wanted: WantedPlace): Promise<FarmCalendar> {
    const [calendar] = await this.calendars.read([wanted.farm._id], wanted.now, session);
    if (!calendar) throw new Error('a farm without a calendar');
    return calendar;
  }

  /** The refusal, with what can be had instead. */
  private async refusal(
    session: ClientSession,
    wanted: WantedPlace,
    chosen: Slot | null,
  ): Promise<DomainError> {
    const calendar = await this.calendarOf(session, wanted);
    const others = calendar.slots.filter(({ _id }) => _id !== wanted.slotId);
    const slots = chosen ? [toSlotDto(chosen), ...others] : others;
    const question = { ...questionOf(wanted), calendar: { ...calendar, slots } };
    const answer = availabilityOf(question);
    if (answer.ok) throw new Error('a slot is refused and can be had');
    const details: SlotRefusal = {
      farmId: calendar.farmId,
      slotId: wanted.slotId ?? null,
      reason: answer.reason,
      free: freeSlotsOf(question).slice(0, MAX_OFFERED_SLOTS),
    };
    const { timeZone } = this.calendars;
    const text = unavailableText(answer, { farm: wanted.farm.name, now: wanted.now, timeZone });
    return new DomainError(codeOf(answer, wanted), text, { details });
  }
}

/** A slot as it is to the customer whose hold has a place in it, which the farm keeps if it closes the slot. */
function withoutHold(slot: Slot): Slot {
  return { ...slot, taken: slot.taken - 1, state: slot.state === 'closed' ? 'open' : slot.state };
}

function questionOf({ farm, method, slotId, postalCode, now }: WantedPlace) {
  const maySell = farm.status === 'approved';
  const holidayUntil = holidayOf(farm, new Date(now))?.until.toISOString() ?? null;
  return { now, farm: { name: farm.name, maySell, holidayUntil }, method, slotId, postalCode };
}

function codeOf({ reason, slot }: Unavailable, { slotId, method }: WantedPlace): ErrorCode {
  switch (reason) {
    case 'no_day':
      return slotId !== undefined && slot?.method !== method ? 'SLOT_NOT_FOUND' : 'SLOT_CLOSED';
    case 'cut_off':
      return 'SLOT_CLOSED';
    case 'full':
      return 'SLOT_FULL';
    case 'area':
      return 'AREA_NOT_SERVED';
    case 'holiday':
      return 'FARM_ON_HOLIDAY';
    case 'farm_suspended':
      return 'FARM_NOT_APPROVED';
    // not asked for
    case 'not_sold':
    case 'out_of_season':
    case 'minimum':
    case 'stock':
      throw new Error(`a place was refused for ${reason}`);
  }
}
