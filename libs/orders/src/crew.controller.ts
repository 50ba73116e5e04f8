import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type DayQuery,
  dayQuerySchema,
  idSchema,
  type PackingOrderDto,
  type PackingOrders,
  packingOrderDtoSchema,
  packingOrdersSchema,
  type StopDto,
  type Stops,
  stopDtoSchema,
  stopsSchema,
  type TakeStep,
  takeStepSchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, FarmTeam, type Principal } from '#libs/platform';
import { CrewService } from './crew.service.js';

/** The work of packers and drivers, which owners may do too. */
@ApiTags('farm team')
@Controller('farms/mine')
export class CrewController {
  constructor(private readonly crew: CrewService) {}

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
}
