import { Inject, Injectable } from '@nestjs/common';
import { dayOf, type FeeRate, feeRateOn } from '#libs/contracts';
import { PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import { PAYMENTS_CONFIG, type PaymentsConfig } from './payments.config.js';

/** The market's fee, by the settings. */
@Injectable()
export class MarketFees {
  constructor(
    @Inject(PAYMENTS_CONFIG) private readonly payments: PaymentsConfig,
    @Inject(PLATFORM_CONFIG) private readonly platform: PlatformConfig,
  ) {}

  /** The rate of an order that is placed then. */
  rateAt(at: Date): FeeRate {
    const day = dayOf(at.getTime(), this.platform.MARKET_TIME_ZONE);
    return feeRateOn(this.payments.MARKET_FEE, day);
  }
}
