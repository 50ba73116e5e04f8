import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/platform';
import { FarmHolidaysService } from './farm-holidays.service.js';

/** Ends holidays: each by its own job at its end, and by the sweep where that job was lost. */
@Injectable()
export class HolidaysProcessor {
  constructor(private readonly holidays: FarmHolidaysService) {}

  @OnJob('holiday.end')
  async endHoliday(): Promise<void> {
    await this.holidays.reopenDue();
  }

  @OnJob('holiday.sweep')
  async sweepHolidays(): Promise<void> {
    await this.holidays.reopenDue();
  }
}
