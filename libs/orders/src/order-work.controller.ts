import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type BuyAgain,
  buyAgainSchema,
  type DayQuery,
  dayQuerySchema,
  type HandOver,
  handOverSchema,
  idSchema,
  type OrderDays,
  type OrderDto,
  type OrderSteps,
  type OrderStepsResult,
  type OrdersFilter,
  orderDaysSchema,
  orderDtoSchema,
  orderStepsResultSchema,
  orderStepsSchema,
  ordersFilterSchema,
  type PackingSlip,
  type PackingSlips,
  type PickList,
  type PickListQuery,
  packingSlipSchema,
  packingSlipsSchema,
  pickListQuerySchema,
  pickListSchema,
  type RunSheet,
  runSheetSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CsvFile,
  CurrentPrincipal,
  FarmTeam,
  IdempotencyKey,
  type Principal,
  RecentProof,
  Roles,
} from '#libs/platform';
import { BuyAgainService } from './buy-again.service.js';
import { FarmWorkService } from './farm-work.service.js';
import { HandOversService } from './hand-overs.service.js';
import { OrderListsService } from './order-lists.service.js';
import { OrderStepsService } from './order-steps.service.js';
import { RunSheetService } from './run-sheet.service.js';

/** Bulk steps, hand-overs by code, days, pick lists, packing slips, run sheets, CSV exports and buying again. */
@ApiTags('orders')
@Controller()
export class OrderWorkController {
  constructor(
    private readonly work: FarmWorkService,
    private readonly steps: OrderStepsService,
    private readonly lists: OrderListsService,
    private readonly buyAgain: BuyAgainService,
    private readonly runSheets: RunSheetService,
    private readonly handOvers: HandOversService,
  ) {}

  @Get('farms/mine/order-days')
  @FarmTeam('packer')
  @ApiSchema(orderDaysSchema)
  orderDays(@CurrentPrincipal() farmer: Principal): Promise<OrderDays> {
    return this.work.orderDays(farmer);
  }

  @Get('farms/mine/pick-list')
  @FarmTeam('packer')
  @ApiSchema(pickListSchema)
  pickList(
    @CurrentPrincipal() farmer: Principal,
    @Query({ schema: pickListQuerySchema }) query: PickListQuery,
  ): Promise<PickList> {
    return this.work.pickList(farmer, query);
  }

  @Get('farms/mine/packing-slips')
  @Roles('farmer')
  @ApiSchema(packingSlipsSchema)
  packingSlips(
    @CurrentPrincipal() farmer: Principal,
    @Query({ schema: dayQuerySchema }) query: DayQuery,
  ): Promise<PackingSlips> {
    return this.work.packingSlips(farmer, query);
  }

  @Get('farms/mine/run-sheet')
  @Roles('farmer')
  @ApiSchema(runSheetSchema)
  runSheet(
    @CurrentPrincipal() farmer: Principal,
    @Query({ schema: dayQuerySchema }) query: DayQuery,
  ): Promise<RunSheet> {
    return this.runSheets.runSheet(farmer, query);
  }

  @Post('farms/mine/order-steps')
  @HttpCode(200)
  @Roles('farmer')
  @ApiSchema(orderStepsResultSchema)
  takeSteps(
    @CurrentPrincipal() farmer: Principal,
    @Body({ schema: orderStepsSchema }) body: OrderSteps,
  ): Promise<OrderStepsResult> {
    return this.steps.takeMany(farmer, body);
  }

  /** Hands over the part whose customer shows this code. */
  @Post('farms/mine/hand-overs')
  @HttpCode(200)
  @Roles('farmer')
  @ApiIdempotencyKey()
  @ApiSchema(orderDtoSchema)
  handOver(
    @CurrentPrincipal() farmer: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: handOverSchema }) { code }: HandOver,
  ): Promise<OrderDto> {
    return this.handOvers.handOver(farmer, key, code);
  }

  @Get('orders/:id/packing-slip')
  @Roles('farmer')
  @ApiSchema(packingSlipSchema)
  packingSlip(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<PackingSlip> {
    return this.work.packingSlip(farmer, id);
  }

  @Get('orders.csv')
  @RecentProof()
  @Roles('farmer', 'admin')
  @CsvFile('orders.csv')
  csv(
    @CurrentPrincipal() reader: Principal,
    @Query({ schema: ordersFilterSchema }) filter: OrdersFilter,
  ): StreamableFile {
    return new StreamableFile(Readable.from(this.lists.csv(reader, filter)));
  }

  @Post('orders/:id/buy-again')
  @HttpCode(200)
  @Roles('customer')
  @ApiSchema(buyAgainSchema)
  fillCart(
    @CurrentPrincipal() customer: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<BuyAgain> {
    return this.buyAgain.fillCart(customer, id);
  }
}
