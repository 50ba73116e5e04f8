import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Cohorts,
  cohortsSchema,
  type FarmSales,
  type FarmSalesQuery,
  type FarmStats,
  type FarmStatsQuery,
  farmSalesQuerySchema,
  farmSalesSchema,
  farmStatsQuerySchema,
  farmStatsSchema,
  type Handovers,
  handoversSchema,
  type OrderStats,
  orderStatsSchema,
  type ProductStats,
  productStatsSchema,
  type Recount,
  recountSchema,
  type Sales,
  type SalesQuery,
  salesQuerySchema,
  salesSchema,
  type UserStats,
  userStatsSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  RateLimit,
  Roles,
} from '#libs/platform';
import { AnalyticsService } from './analytics.service.js';
import { RecountService } from './recount.service.js';

@ApiTags('analytics')
@Controller()
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly recounts: RecountService,
  ) {}

  @Get('users/stats')
  @Roles('admin')
  @ApiSchema(userStatsSchema)
  users(): Promise<UserStats> {
    return this.analytics.users();
  }

  @Get('orders/stats')
  @Roles('admin')
  @ApiSchema(orderStatsSchema)
  orders(): Promise<OrderStats> {
    return this.analytics.orders();
  }

  @Get('products/stats')
  @Roles('admin')
  @ApiSchema(productStatsSchema)
  products(): Promise<ProductStats> {
    return this.analytics.products();
  }

  @Get('analytics/sales')
  @Roles('admin')
  @ApiSchema(salesSchema)
  sales(@Query({ schema: salesQuerySchema }) query: SalesQuery): Promise<Sales> {
    return this.analytics.sales(query);
  }

  @Get('analytics/handovers')
  @Roles('admin')
  @ApiSchema(handoversSchema)
  handovers(@Query({ schema: salesQuerySchema }) query: SalesQuery): Promise<Handovers> {
    return this.analytics.handovers(query);
  }

  @Get('analytics/sales/farms')
  @Roles('admin')
  @ApiSchema(farmSalesSchema)
  salesOfFarms(@Query({ schema: farmSalesQuerySchema }) query: FarmSalesQuery): Promise<FarmSales> {
    return this.analytics.salesOfFarms(query);
  }

  @Get('analytics/cohorts')
  @Roles('admin')
  @ApiSchema(cohortsSchema)
  cohorts(): Promise<Cohorts> {
    return this.analytics.cohorts();
  }

  @Post('analytics/recount')
  @RateLimit('costly')
  @HttpCode(200)
  @Roles('admin')
  @ApiSchema(recountSchema)
  recount(): Promise<Recount> {
    return this.recounts.run();
  }

  @Get('farms/mine/stats')
  @Roles('farmer')
  @ApiSchema(farmStatsSchema)
  farm(
    @CurrentPrincipal() { farmId }: Principal,
    @Query({ schema: farmStatsQuerySchema }) { days }: FarmStatsQuery,
  ): Promise<FarmStats> {
    if (!farmId) throw new DomainError('FARM_NOT_FOUND');
    return this.analytics.farm(farmId, days);
  }
}
