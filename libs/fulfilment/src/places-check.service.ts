import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Id } from '#libs/contracts';
import { type ClientSession, Outbox, Transactions } from '#libs/platform';
import { CalendarsService } from './calendars.service.js';
import { SLOT, type Slot } from './slot.model.js';
import { slotChanged } from './slot-events.js';

/** Slots per snapshot, and so in memory at a time. */
const BATCH = 200;

/** In the same transaction: the number of orders and open holds with a place in each of these slots, by its id. */
export type CountPlaces = (
  session: ClientSession,
  slotIds: readonly Types.ObjectId[],
) => Promise<ReadonlyMap<Id, number>>;

/** A slot that has another number of taken places than there are orders and holds. */
export interface PlacesMismatch {
  readonly slotId: Id;
  readonly taken: number;
  readonly counted: number;
}

/** Compares the taken places of slots with the orders and holds that have them, which another slice counts. */
@Injectable()
export class PlacesCheck {
  constructor(
    @InjectModel(SLOT) private readonly slots: Model<Slot>,
    private readonly calendars: CalendarsService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Compares all stored slots. `repair`: stores what was counted. */
  async run(count: CountPlaces, { repair }: { repair: boolean }): Promise<PlacesMismatch[]> {
    const mismatches: PlacesMismatch[] = [];
    let after: Types.ObjectId | null = null;
    do {
      const batch: Batch = await this.transactions.run((session) =>
        this.look(session, after, count, repair),
      );
      mismatches.push(...batch.mismatches);
      after = batch.last;
    } while (after);
    return mismatches;
  }

  private async look(
    session: ClientSession,
    after: Types.ObjectId | null,
    count: CountPlaces,
    repair: boolean,
  ): Promise<Batch> {
    const slots = await this.slots
      .find(after ? { _id: { $gt: after } } : {})
      .sort({ _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<Slot[]>();
    const counts = await count(
      session,
      slots.map(({ _id }) => _id),
    );
    const counted = ({ _id }: Slot) => counts.get(_id.toString()) ?? 0;
    const wrong = slots.filter((slot) => slot.taken !== counted(slot));
    if (repair)
      for (const slot of wrong) {
        const { _id } = slot;
        const change = { taken: counted(slot), version: slot.version + 1 };
        await this.slots.updateOne({ _id }, { $set: change }, { session });
        const isPublic = await this.calendars.isPublic(session, slot.farmId);
        await this.outbox.add(session, ...slotChanged({ ...slot, ...change }, isPublic));
      }
    return {
      mismatches: wrong.map((slot) => ({
        slotId: slot._id.toString(),
        taken: slot.taken,
        counted: counted(slot),
      })),
      last: slots.length === BATCH ? (slots.at(-1)?._id ?? null) : null,
    };
  }
}

interface Batch {
  readonly mismatches: PlacesMismatch[];
  /** The id after which the next batch begins; null at the end. */
  readonly last: Types.ObjectId | null;
}
