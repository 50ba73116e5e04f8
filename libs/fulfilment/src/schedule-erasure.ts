import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { FarmsService } from '#libs/farms';
import { type DeletedPerson, type Erased, Erases } from '#libs/platform';
import { SchedulesService } from './schedules.service.js';
import { SLOT, type Slot } from './slot.model.js';

/** The schedules of a closed farm. Orders have a copy of what was agreed. */
@Injectable()
export class ScheduleErasure {
  constructor(
    @InjectModel(SLOT) private readonly slots: Model<Slot>,
    private readonly schedules: SchedulesService,
    private readonly farms: FarmsService,
  ) {}

  /** Slots with orders stay until they are over, without words: the orders have a copy of what was agreed. */
  @Erases('schedules')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    const farm = await this.farms.foundedBy(null, userId);
    if (!farm) return {};
    const farmId = farm._id.toString();
    const fate = { orders: 'keep' } as const;
    for (const { _id, version } of await this.schedules.list(farmId))
      await this.schedules.remove(farmId, _id, { version, fate });
    const wordless = { name: '—', place: null, areas: [] };
    await this.slots.updateMany({ farmId: farm._id }, { $set: wordless });
    return {};
  }
}
