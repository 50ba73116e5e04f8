import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type DayQuery,
  dayQuerySchema,
  type HandOver,
  handOverSchema,
  idSchema,
  type PackingHandOver,
  type PackingOrderDto,
  type PackingOrders,
  type PackingShort,
  packingHandOverDtoSchema,
  packingOrderDtoSchema,
  packingOrdersSchema,
  packingShortSchema,
  type StopDto,
  type StopHandOver,
  type Stops,
  stopDtoSchema,
  stopHandOverDtoSchema,
  stopsSchema,
  type TakeStep,
  takeStepSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CurrentPrincipal,
  FarmTeam,
  IdempotencyKey,
  type Principal,
} from '#libs/platform';
import { CrewService } from './crew.service.js';
import { HandOversService } from './hand-overs.service.js';

/** The work of packers and drivers, which owners may do too. */
@ApiTags('farm team')
@Controller('farms/mine')
export class CrewController {
  constructor(
    private readonly crew: CrewService,
    private readonly handOvers: HandOversService,
  ) {}

  @Get('packing-orders')
  @FarmTeam('packer')
  @ApiSchema(packingOrdersSchema)
  packingOrders(
    @CurrentPrincipal() packer: Principal,
    @Query({ schema: dayQuerySchema }) query: DayQuery,
  ): Promise<PackingOrders> {
    return this.crew.packingOrders(packer, query);
  }

  @Post('packing-orders/:id/steps')
  @HttpCode(200)
  @FarmTeam('packer')
  @ApiSchema(packingOrderDtoSchema)
  pack(
    @CurrentPrincipal() packer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: takeStepSchema }) body: TakeStep,
  ): Promise<PackingOrderDto> {
    return this.crew.pack(packer, id, body);
  }

  /** Less of some lines comes, or again what was ordered. */
  @Post('packing-orders/:id/shorts')
  @HttpCode(200)
  @FarmTeam('packer')
  @ApiIdempotencyKey()
  @ApiSchema(packingOrderDtoSchema)
  short(
    @CurrentPrincipal() packer: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: packingShortSchema }) body: PackingShort,
  ): Promise<PackingOrderDto> {
    return this.crew.short(packer, key, id, body);
  }

  /** Hands over what is picked up, by the code that its customer shows. */
  @Post('packing-orders/hand-overs')
  @HttpCode(200)
  @FarmTeam('packer')
  @ApiIdempotencyKey()
  @ApiSchema(packingHandOverDtoSchema)
  handOverPacked(
    @CurrentPrincipal() packer: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: handOverSchema }) { code }: HandOver,
  ): Promise<PackingHandOver> {
    return this.handOvers.handOverPacked(packer, key, code);
  }

  @Get('stops')
  @FarmTeam('driver')
  @ApiSchema(stopsSchema)
  stops(@CurrentPrincipal() driver: Principal): Promise<Stops> {
    return this.crew.stops(driver);
  }

  @Post('stops/:id/steps')
  @HttpCode(200)
  @FarmTeam('driver')
  @ApiSchema(stopDtoSchema)
  deliver(
    @CurrentPrincipal() driver: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: takeStepSchema }) body: TakeStep,
  ): Promise<StopDto> {
    return this.crew.deliver(driver, id, body);
  }

  /** Hands over a delivery of today, by the code that its customer shows. */
  @Post('stops/hand-overs')
  @HttpCode(200)
  @FarmTeam('driver')
  @ApiIdempotencyKey()
  @ApiSchema(stopHandOverDtoSchema)
  handOverStop(
    @CurrentPrincipal() driver: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: handOverSchema }) { code }: HandOver,
  ): Promise<StopHandOver> {
    return this.handOvers.handOverStop(driver, key, code);
  }
}
