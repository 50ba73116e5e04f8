import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvent, OnJob } from '#libs/platform';
import { FarmHolidaysService } from './farm-holidays.service.js';
import { FarmsService } from './farms.service.js';

/** Handles the events and jobs that concern farms. */
@Injectable()
export class FarmsProcessor {
  constructor(
    private readonly farms: FarmsService,
    private readonly holidays: FarmHolidaysService,
  ) {}

  @OnEvent('user.registered')
  async openFarm(
    { payload }: DomainEvent<'user.registered'>,
    session: ClientSession,
  ): Promise<void> {
    await this.farms.openFarmOf(payload.user, session);
  }

  /** Each holiday has a job of its own at its end; the sweep covers lost ones. */
  @OnJob('holiday.end')
  async endHoliday(): Promise<void> {
    await this.holidays.reopenDue();
  }

  @OnJob('holiday.sweep')
  async sweepHolidays(): Promise<void> {
    await this.holidays.reopenDue();
  }
}
