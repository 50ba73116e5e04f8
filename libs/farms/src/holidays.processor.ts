import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/platform';
import { FarmHolidaysService } from './farm-holidays.service.js';

/** Tells that farms are open again: of each at its moment, and what such a job has missed by the sweep. */
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
