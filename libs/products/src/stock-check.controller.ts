import { Controller, Get, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type LatestStockCheck,
  latestStockCheckSchema,
  type StockCheckQueued,
  stockCheckQueuedSchema,
} from '#libs/contracts';
import {
  AnswerInTime,
  ApiSchema,
  CurrentPrincipal,
  Jobs,
  type Principal,
  RateLimit,
  Roles,
} from '#libs/platform';
import { StockCheckService } from './stock-check.service.js';

@ApiTags('stock')
@Controller('admin/stock-check')
@Roles('admin')
export class StockCheckController {
  constructor(
    private readonly checks: StockCheckService,
    private readonly jobs: Jobs,
  ) {}

  @Get()
  @ApiSchema(latestStockCheckSchema)
  async latest(): Promise<LatestStockCheck> {
    return { check: await this.checks.latest() };
  }

  @Post()
  @RateLimit('costly')
  @UseInterceptors(AnswerInTime)
  @HttpCode(202)
  @ApiSchema(stockCheckQueuedSchema, 202)
  async request(@CurrentPrincipal() admin: Principal): Promise<StockCheckQueued> {
    await this.jobs.add('stock.check', { requestedBy: admin.userId });
    return { queued: true };
  }
}
