import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  FEE_RULE,
  MAX_LENGTH,
  MAX_ORDER_LINES,
  type PublicSettings,
  paymentMethodSchema,
  publicSettingsSchema,
  toDollars,
  UNITS,
  unitSchema,
} from '#libs/contracts';
import { IdentityProvider } from '#libs/identity';
import { CaughtMailPages, keysOf, PUSH_CONFIG, type PushConfig } from '#libs/notifications';
import { ConfiguredCards, MarketFees } from '#libs/payments';
import { ApiSchema, PLATFORM_CONFIG, type PlatformConfig, Public } from '#libs/platform';

/** Injection token: whether this installation has demo accounts. */
export const DEMO_MODE = Symbol('DEMO_MODE');

@ApiTags('settings')
@Controller('settings')
export class SettingsController {
  constructor(
    private readonly identity: IdentityProvider,
    @Inject(DEMO_MODE) private readonly demo: boolean,
    private readonly caughtMail: CaughtMailPages,
    private readonly fees: MarketFees,
    private readonly cards: ConfiguredCards,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
    @Inject(PUSH_CONFIG) private readonly push: PushConfig,
  ) {}

  @Get('public')
  @Public()
  @ApiSchema(publicSettingsSchema)
  get(): PublicSettings {
    const cards = this.cards.publicSettings();
    const keys = keysOf(this.push);
    return {
      timeZone: this.config.MARKET_TIME_ZONE,
      freeDeliveryOver: toDollars(FEE_RULE.freeDeliveryOver),
      deliveryFee: toDollars(FEE_RULE.deliveryFee),
      feeRate: this.fees.rateAt(new Date()),
      units: unitSchema.options.map((unit) => ({ unit, ...UNITS[unit] })),
      orderLimits: { lines: MAX_ORDER_LINES, noteLength: MAX_LENGTH.note },
      paymentMethods: paymentMethodSchema.options.filter((method) => method !== 'card' || cards),
      cards,
      identity: this.identity.publicSettings(),
      demo: this.demo,
      caughtMail: this.caughtMail.areServed,
      serviceWorker: this.config.SERVICE_WORKER === 'on',
      push: keys && { publicKey: keys.publicKey },
    };
  }
}
