import { Injectable } from '@nestjs/common';
import type { JobPayload } from '#libs/contracts';
import { OnJob } from '#libs/platform';
import { CheckoutService } from './checkout.service.js';

/** Ends each overdue hold by its own job; the sweep covers lost jobs. */
@Injectable()
export class CheckoutProcessor {
  constructor(private readonly checkout: CheckoutService) {}

  @OnJob('hold.expire')
  async expireHold({ holdId }: JobPayload<'hold.expire'>): Promise<void> {
    await this.checkout.expire(holdId);
  }

  @OnJob('hold.sweep')
  async sweepHolds(): Promise<void> {
    await this.checkout.sweep();
  }
}
