import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { CloseSlot, Id, OrdersFate, OwnSlotDto, ReopenSlot, SlotState } from '#libs/contracts';
import { type ClientSession, DomainError, Outbox, Transactions } from '#libs/platform';
import { CalendarsService, calendarKey } from './calendars.service.js';
import { type NewSlot, type Slot, toOwnSlotDto } from './slot.model.js';
import { requireDecided, SlotChanges } from './slot-changes.js';
import { slotChanged, slotWithdrawn } from './slot-events.js';

/** Single days of farms: closed and opened again by hand, or given up with their orders. */
@Injectable()
export class SlotsService {
  constructor(
    private readonly changes: SlotChanges,
    private readonly calendars: CalendarsService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** The farm's slots that are not over, soonest first. */
  async list(farmId: Id): Promise<OwnSlotDto[]> {
    const ofFarm = { farmId: new Types.ObjectId(farmId) };
    const found = await this.changes.find(null, ofFarm, Date.now());
    return found.map(toOwnSlotDto);
  }

  /**
   * Closes a slot; with the fate `cancel` its orders are cancelled and a closed slot without orders takes its place,
   * which is the answer. Throws `SLOT_NOT_FOUND`, `VERSION_CONFLICT`, and `SLOT_HAS_ORDERS`.
   */
  close(farmId: Id, id: Id, { version, fate }: CloseSlot): Promise<OwnSlotDto> {
    return this.transactions.run(async (session) => {
      const slot = await this.find(session, farmId, id, version);
      if (slot.taken > 0 && fate?.orders === 'cancel')
        return this.replace(session, slot, 'closed', fate);
      if (slot.state === 'closed') return toOwnSlotDto(slot);
      if (!fate) requireDecided([slot].filter(({ taken }) => taken > 0));
      return this.setState(session, slot, 'closed');
    });
  }

  /** Throws `SLOT_NOT_FOUND` and `VERSION_CONFLICT`. */
  reopen(farmId: Id, id: Id, { version }: ReopenSlot): Promise<OwnSlotDto> {
    return this.transactions.run(
      async (session) => {
        const slot = await this.find(session, farmId, id, version);
        if (slot.state === 'open') return toOwnSlotDto(slot);
        const opened = await this.setState(session, slot, 'open');
        await this.publishOpened(session, slot.farmId);
        return opened;
      },
      [calendarKey(farmId)],
    );
  }

  /**
   * Inside a transaction: the orders of these slots stay or are cancelled; each cancelled slot is replaced by one
   * without orders. Throws `SLOT_HAS_ORDERS` if the fate is not decided.
   */
  async decide(
    session: ClientSession,
    slots: readonly Slot[],
    fate: OrdersFate | undefined,
  ): Promise<void> {
    if (!fate) requireDecided(slots);
    const [first] = slots;
    if (!first || fate?.orders !== 'cancel') return;
    for (const slot of slots) await this.replace(session, slot, slot.state, fate);
    await this.publishOpened(session, first.farmId);
  }

  /** Shoppers’ calendars lack the slots that are open now, so the whole calendar is published. */
  private async publishOpened(session: ClientSession, farmId: Types.ObjectId): Promise<void> {
    await this.outbox.add(session, ...(await this.calendars.opened(session, farmId)));
  }

  /** Withdraws a slot, and makes another like it without orders in this state. */
  private async replace(
    session: ClientSession,
    slot: Slot,
    state: SlotState,
    fate: Extract<OrdersFate, { orders: 'cancel' }>,
  ): Promise<OwnSlotDto> {
    const isPublic = await this.calendars.isPublic(session, slot.farmId);
    const withdrawn = await this.changes.set(session, { ...slot, state: 'withdrawn' });
    const added = await this.changes.insert(session, [{ ...contentOf(slot), state }]);
    const changed = [withdrawn, ...added].flatMap((one) => slotChanged(one, isPublic));
    await this.outbox.add(session, slotWithdrawn(withdrawn, fate), ...changed);
    return toOwnSlotDto(added[0] ?? withdrawn);
  }

  private async setState(
    session: ClientSession,
    slot: Slot,
    state: 'open' | 'closed',
  ): Promise<OwnSlotDto> {
    const after = await this.changes.set(session, { ...slot, state });
    const isPublic = await this.calendars.isPublic(session, slot.farmId);
    await this.outbox.add(session, ...slotChanged(after, isPublic));
    return toOwnSlotDto(after);
  }

  private async find(session: ClientSession, farmId: Id, id: Id, version: number): Promise<Slot> {
    const which = { _id: new Types.ObjectId(id), farmId: new Types.ObjectId(farmId) };
    const [slot] = await this.changes.find(session, which, Date.now());
    if (!slot) throw new DomainError('SLOT_NOT_FOUND');
    if (slot.version !== version)
      throw new DomainError('VERSION_CONFLICT', undefined, { details: { version: slot.version } });
    return slot;
  }
}

/** A slot without what only the stored one has. */
function contentOf({ _id, taken, version, ...content }: Slot): NewSlot {
  return content;
}
