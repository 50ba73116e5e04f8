import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type OrderStats,
  orderStatsSchema,
  type ProductStats,
  productStatsSchema,
  type UserStats,
  userStatsSchema,
} from '#libs/contracts';
import { ApiSchema, Roles } from '#libs/platform';
import { AnalyticsService } from './analytics.service.js';

@ApiTags('analytics')
@Controller()
@Roles('admin')
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get('users/stats')
  @ApiSchema(userStatsSchema)
  users(): Promise<UserStats> {
    return this.analytics.users();
  }

  @Get('orders/stats')
  @ApiSchema(orderStatsSchema)
  orders(): Promise<OrderStats> {
    return this.analytics.orders();
  }

  @Get('products/stats')
  @ApiSchema(productStatsSchema)
  products(): Promise<ProductStats> {
    return this.analytics.products();
  }
}
