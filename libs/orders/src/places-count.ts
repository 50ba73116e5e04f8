import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Id } from '#libs/contracts';
import type { ClientSession } from '#libs/platform';
import { HoldsService } from '#libs/products';
import { LIVE, ORDER, type Order } from './order.model.js';

/** Counts the places of slots, for the check of what is stored as taken. */
@Injectable()
export class PlacesCount {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly holds: HoldsService,
  ) {}

  /** The live parts and open holds with a place in each of these slots, by its id. */
  async in(
    session: ClientSession,
    slotIds: readonly Types.ObjectId[],
  ): Promise<ReadonlyMap<Id, number>> {
    const ids = slotIds.map(String);
    const inSlots = { 'parts.slot._id': { $in: ids } };
    const counts = await this.holds.placesIn(session, ids);
    const parts = await this.orders
      .aggregate<{ _id: Id; places: number }>([
        { $match: inSlots },
        { $unwind: '$parts' },
        { $match: { ...inSlots, 'parts.status': { $in: LIVE } } },
        { $group: { _id: '$parts.slot._id', places: { $sum: 1 } } },
      ])
      .session(session);
    for (const { _id, places } of parts) counts.set(_id, (counts.get(_id) ?? 0) + places);
    return counts;
  }
}
