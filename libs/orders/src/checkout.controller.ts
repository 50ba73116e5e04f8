import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type CurrentHold,
  currentHoldSchema,
  type HoldDto,
  holdDtoSchema,
  idSchema,
  type StartCheckout,
  startCheckoutSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CurrentIdentity,
  CurrentPrincipal,
  IdempotencyKey,
  type Principal,
  Roles,
  type VerifiedIdentity,
} from '#libs/platform';
import { CheckoutService } from './checkout.service.js';

@ApiTags('checkout')
@Controller('checkout/holds')
@Roles('customer')
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Post()
  @HttpCode(201)
  @ApiIdempotencyKey()
  @ApiSchema(holdDtoSchema, 201)
  start(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentIdentity() identity: VerifiedIdentity,
    @IdempotencyKey() key: string,
    @Body({ schema: startCheckoutSchema }) body: StartCheckout,
  ): Promise<HoldDto> {
    // An issuer whose tokens contain no e-mail has confirmed it itself.
    const isConfirmed = identity.emailVerified || identity.email === null;
    return this.checkout.start({ userId, isConfirmed }, key, body);
  }

  @Get('current')
  @ApiSchema(currentHoldSchema)
  async current(@CurrentPrincipal() customer: Principal): Promise<CurrentHold> {
    return { hold: await this.checkout.current(customer.userId) };
  }

  @Delete(':id')
  @ApiSchema(holdDtoSchema)
  giveUp(
    @CurrentPrincipal() customer: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<HoldDto> {
    return this.checkout.release(customer.userId, id);
  }
}
