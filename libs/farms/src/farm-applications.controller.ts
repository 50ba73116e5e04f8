import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type DecideFarm,
  decideFarmSchema,
  type FarmApplicationsPage,
  type FarmApplicationsQuery,
  farmApplicationsPageSchema,
  farmApplicationsQuerySchema,
  idSchema,
  type OwnFarmDto,
  ownFarmDtoSchema,
  type UpdateFarm,
  updateFarmSchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, farmIdOf, type Principal, Roles } from '#libs/platform';
import { FarmApplicationsService } from './farm-applications.service.js';
import { FarmHolidaysService } from './farm-holidays.service.js';

@ApiTags('farms')
@Controller()
export class FarmApplicationsController {
  constructor(
    private readonly applications: FarmApplicationsService,
    private readonly holidays: FarmHolidaysService,
  ) {}

  @Patch('farms/mine')
  @Roles('farmer')
  @ApiSchema(ownFarmDtoSchema)
  update(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: updateFarmSchema }) body: UpdateFarm,
  ): Promise<OwnFarmDto> {
    return this.applications.update(farmIdOf(principal), body);
  }

  @Post('farms/mine/application')
  @HttpCode(200)
  @Roles('farmer')
  @ApiSchema(ownFarmDtoSchema)
  apply(@CurrentPrincipal() principal: Principal): Promise<OwnFarmDto> {
    return this.applications.apply(farmIdOf(principal));
  }

  @Delete('farms/mine/holiday')
  @Roles('farmer')
  @ApiSchema(ownFarmDtoSchema)
  endHoliday(@CurrentPrincipal() principal: Principal): Promise<OwnFarmDto> {
    return this.holidays.end(farmIdOf(principal));
  }

  @Get('farm-applications')
  @Roles('admin')
  @ApiSchema(farmApplicationsPageSchema)
  list(
    @Query({ schema: farmApplicationsQuerySchema }) query: FarmApplicationsQuery,
  ): Promise<FarmApplicationsPage> {
    return this.applications.list(query);
  }

  @Patch('farms/:id/decision')
  @Roles('admin')
  @ApiSchema(ownFarmDtoSchema)
  decide(
    @CurrentPrincipal() principal: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: decideFarmSchema }) body: DecideFarm,
  ): Promise<OwnFarmDto> {
    return this.applications.decide(principal, id, body);
  }
}
