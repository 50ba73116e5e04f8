import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  DELIVERY_FEE_CENTS,
  FREE_DELIVERY_OVER_CENTS,
  type PublicSettings,
  publicSettingsSchema,
  toDollars,
} from '#libs/contracts';
import { IdentityProvider } from '#libs/identity';
import { ApiSchema, Public } from '#libs/platform';

/** Injection token: whether this installation has demo accounts to sign in to. */
export const DEMO_MODE = Symbol('DEMO_MODE');

@ApiTags('settings')
@Controller('settings')
export class SettingsController {
  constructor(
    private readonly identity: IdentityProvider,
    @Inject(DEMO_MODE) private readonly demo: boolean,
  ) {}

  @Get('public')
  @Public()
  @ApiSchema(publicSettingsSchema)
  get(): PublicSettings {
    return {
      freeDeliveryOver: toDollars(FREE_DELIVERY_OVER_CENTS),
      deliveryFee: toDollars(DELIVERY_FEE_CENTS),
      identity: this.identity.publicSettings(),
      demo: this.demo,
    };
  }
}
