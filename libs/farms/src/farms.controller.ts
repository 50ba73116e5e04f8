import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type FarmDto,
  farmDtoSchema,
  type OwnFarmDto,
  ownFarmDtoSchema,
  slugSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  Public,
  Roles,
} from '#libs/platform';
import { FarmsService } from './farms.service.js';

@ApiTags('farms')
@Controller('farms')
export class FarmsController {
  constructor(private readonly farms: FarmsService) {}

  @Get('mine')
  @Roles('farmer')
  @ApiSchema(ownFarmDtoSchema)
  mine(@CurrentPrincipal() principal: Principal): Promise<OwnFarmDto> {
    if (!principal.farmId) throw new DomainError('FARM_NOT_FOUND');
    return this.farms.get(principal.farmId);
  }

  @Get(':slug')
  @Public()
  @ApiSchema(farmDtoSchema)
  bySlug(@Param('slug', { schema: slugSchema }) slug: string): Promise<FarmDto> {
    return this.farms.bySlug(slug);
  }
}
