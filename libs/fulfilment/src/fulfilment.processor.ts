import { Injectable } from '@nestjs/common';
import { OnJob } from '#libs/platform';
import { SlotsJob } from './slots-job.service.js';

/** Handles the jobs that concern schedules. */
@Injectable()
export class FulfilmentProcessor {
  constructor(private readonly slots: SlotsJob) {}

  @OnJob('slots.extend')
  async extendSlots(): Promise<void> {
    await this.slots.extend();
  }
}
