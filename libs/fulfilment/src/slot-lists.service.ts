import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { type AllSlotsPage, type AllSlotsQuery, dayOf, startOfDay } from '#libs/contracts';
import {
  decodeTimeCursor,
  PLATFORM_CONFIG,
  type PlatformConfig,
  readWithTotal,
  splitPage,
} from '#libs/platform';
import { NOT_WITHDRAWN, SLOT, type Slot, toOwnSlotDto } from './slot.model.js';

/** The days of all farms, for admins. */
@Injectable()
export class SlotListsService {
  constructor(
    @InjectModel(SLOT) private readonly slots: Model<Slot>,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** The slots from today on, soonest first. Throws `CURSOR_INVALID`. */
  async list({ farm, cursor, limit }: AllSlotsQuery): Promise<AllSlotsPage> {
    const timeZone = this.config.MARKET_TIME_ZONE;
    const { found, total } = await readWithTotal(this.slots, {
      filter: {
        ...NOT_WITHDRAWN,
        startAt: { $gte: new Date(startOfDay(dayOf(Date.now(), timeZone), timeZone)) },
        ...(farm && { farmId: new Types.ObjectId(farm) }),
      },
      afterCursor: cursor ? laterThan(cursor) : undefined,
      sort: { startAt: 1, _id: 1 },
      limit,
    });
    const { rows, nextCursor } = splitPage(found, limit, ({ startAt }) => startAt);
    return { slots: rows.map(toOwnSlotDto), nextCursor, total };
  }
}

function laterThan(cursor: string): QueryFilter<Slot> {
  const { at: startAt, id } = decodeTimeCursor(cursor);
  return {
    // Redundant, but bounds the index scan.
    startAt: { $gte: startAt },
    $or: [{ startAt: { $gt: startAt } }, { startAt, _id: { $gt: new Types.ObjectId(id) } }],
  };
}
