import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/platform';
import { FarmHolidaysService } from './farm-holidays.service.js';

/** Ends each holiday by its own job at its end; the sweep covers lost jobs. */
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
