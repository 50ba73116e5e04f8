import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type OnboardingDto,
  onboardingSchema,
  type Payouts,
  payoutsSchema,
  type TestSeller,
  testSellerSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  farmIdOf,
  type Principal,
  RateLimit,
  Roles,
} from '#libs/platform';
import { UsersService } from '#libs/users';
import { Sellers } from './sellers.service.js';

/** How a farm is paid what its customers paid by card. */
@ApiTags('money')
@Controller('farms/mine/payouts')
@Roles('farmer')
export class PayoutsController {
  constructor(
    private readonly sellers: Sellers,
    private readonly users: UsersService,
  ) {}

  @Get()
  @ApiSchema(payoutsSchema)
  get(@CurrentPrincipal() farmer: Principal): Promise<Payouts> {
    return this.sellers.payouts(farmIdOf(farmer));
  }

  @Post('onboard')
  @RateLimit('costly')
  @HttpCode(200)
  @ApiSchema(onboardingSchema)
  async onboard(@CurrentPrincipal() farmer: Principal): Promise<OnboardingDto> {
    const { email } = await this.users.get(farmer.userId);
    return { url: await this.sellers.onboard(farmIdOf(farmer), email) };
  }

  @Delete()
  @ApiSchema(payoutsSchema)
  disconnect(@CurrentPrincipal() farmer: Principal): Promise<Payouts> {
    return this.sellers.disconnect(farmIdOf(farmer));
  }
}

/** What a farm does on the onboarding page of the test cards. */
@ApiTags('cards')
@Controller('test-cards')
@Roles('farmer')
export class TestSellersController {
  constructor(private readonly sellers: Sellers) {}

  @Post('sellers')
  @HttpCode(200)
  @ApiSchema(payoutsSchema)
  finish(
    @CurrentPrincipal() farmer: Principal,
    @Body({ schema: testSellerSchema }) { seller }: TestSeller,
  ): Promise<Payouts> {
    return this.sellers.finishTestOnboarding(farmIdOf(farmer), seller);
  }
}
