import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  idSchema,
  type PushDeviceRequest,
  type PushDto,
  pushDeviceRequestSchema,
  pushDtoSchema,
  type SetQuietHours,
  setQuietHoursSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  CurrentSessionId,
  type Principal,
  SignedIn,
} from '#libs/platform';
import { PushDevices } from './push-devices.service.js';

/** The devices that a person gets notices on, and when they are quiet. */
@ApiTags('push')
@Controller('push')
export class PushController {
  constructor(private readonly devices: PushDevices) {}

  @Get()
  @SignedIn({ asCrew: true })
  @ApiSchema(pushDtoSchema)
  get(@CurrentPrincipal() { userId }: Principal): Promise<PushDto> {
    return this.devices.get(userId);
  }

  @Put('devices')
  @SignedIn({ asCrew: true })
  @ApiSchema(pushDtoSchema)
  put(
    @CurrentPrincipal() principal: Principal,
    @CurrentSessionId() sessionId: string | null,
    @Body({ schema: pushDeviceRequestSchema }) body: PushDeviceRequest,
  ): Promise<PushDto> {
    return this.devices.put(principal, sessionId, body);
  }

  /** Also for inactive users: who wants no more notices gets none. */
  @Delete('devices/:id')
  @SignedIn({ asCrew: true, whileInactive: true })
  @ApiSchema(pushDtoSchema)
  remove(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<PushDto> {
    return this.devices.remove(userId, id);
  }

  @Put('quiet-hours')
  @SignedIn({ asCrew: true })
  @ApiSchema(pushDtoSchema)
  setQuietHours(
    @CurrentPrincipal() { userId }: Principal,
    @Body({ schema: setQuietHoursSchema }) { quiet }: SetQuietHours,
  ): Promise<PushDto> {
    return this.devices.setQuietHours(userId, quiet);
  }
}
