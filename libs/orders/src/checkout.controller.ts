import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type CheckoutPayment,
  type CurrentHold,
  type CurrentPayment,
  checkoutPaymentSchema,
  currentHoldSchema,
  currentPaymentSchema,
  type HoldDto,
  holdDtoSchema,
  idSchema,
  type PayCheckout,
  payCheckoutSchema,
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
  RateLimit,
  Roles,
  type VerifiedIdentity,
} from '#libs/platform';
import { CheckoutService } from './checkout.service.js';
import { CheckoutPaymentsService } from './checkout-payments.service.js';

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

@ApiTags('checkout')
@Controller('checkout/payments')
@Roles('customer')
export class CheckoutPaymentsController {
  constructor(private readonly payments: CheckoutPaymentsService) {}

  /** Holds the money of the order that is placed next, on a card. Slow for those who try stolen ones. */
  @RateLimit('signIn')
  @Post()
  @HttpCode(201)
  @ApiIdempotencyKey()
  @ApiSchema(checkoutPaymentSchema, 201)
  pay(
    @CurrentPrincipal() customer: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: payCheckoutSchema }) body: PayCheckout,
  ): Promise<CheckoutPayment> {
    return this.payments.pay(customer, key, body);
  }

  @Get('current')
  @ApiSchema(currentPaymentSchema)
  async current(@CurrentPrincipal() { userId }: Principal): Promise<CurrentPayment> {
    return { payment: await this.payments.current(userId) };
  }

  /** Asks the card provider, after a challenge or while the payment is pending. */
  @Post(':id/confirm')
  @HttpCode(200)
  @ApiSchema(checkoutPaymentSchema)
  confirm(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<CheckoutPayment> {
    return this.payments.confirm(userId, id);
  }
}
