import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { Id, OwnFarmDto, StartHoliday } from '#libs/contracts';
import { FarmHolidaysService, holidayOf } from '#libs/farms';
import { SlotChanges } from './slot-changes.js';
import { SlotsService } from './slots.service.js';

/** A farm's holiday, which may begin while slots before its end have orders. */
@Injectable()
export class FarmPauseService {
  constructor(
    private readonly holidays: FarmHolidaysService,
    private readonly changes: SlotChanges,
    private readonly slots: SlotsService,
  ) {}

  /**
   * Starts or changes a holiday. Throws what {@link FarmHolidaysService.start} throws, and `SLOT_HAS_ORDERS` if slots
   * have orders in days that are added to the holiday and `fate` is absent.
   */
  start(farmId: Id, { fate, ...holiday }: StartHoliday): Promise<OwnFarmDto> {
    const ofFarm = { farmId: new Types.ObjectId(farmId) };
    const until = new Date(holiday.until);
    return this.holidays.start(farmId, holiday, async (session, farm) => {
      const now = new Date();
      const from = holidayOf(farm, now)?.until ?? now;
      const slots = await this.changes.find(session, ofFarm, now.getTime());
      const concerned = slots.filter(
        ({ taken, endAt, startAt }) => taken > 0 && endAt > from && startAt < until,
      );
      await this.slots.decide(session, concerned, fate);
    });
  }
}
