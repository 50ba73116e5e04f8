import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AddSchedule,
  type AllSlotsPage,
  type AllSlotsQuery,
  addScheduleSchema,
  allSlotsPageSchema,
  allSlotsQuerySchema,
  type CalendarsQuery,
  type CloseSlot,
  calendarsQuerySchema,
  closeSlotSchema,
  type FarmCalendars,
  farmCalendarsSchema,
  idSchema,
  type OwnFarmDto,
  type OwnSchedules,
  type OwnSlotDto,
  type OwnSlots,
  ownFarmDtoSchema,
  ownSchedulesSchema,
  ownSlotDtoSchema,
  ownSlotsSchema,
  type RemoveSchedule,
  type ReopenSlot,
  removeScheduleSchema,
  reopenSlotSchema,
  type ScheduleDto,
  type StartHoliday,
  scheduleDtoSchema,
  startHolidaySchema,
  type UpdateSchedule,
  updateScheduleSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  farmIdOf,
  type Principal,
  Public,
  Roles,
} from '#libs/platform';
import { CalendarsService } from './calendars.service.js';
import { FarmPauseService } from './farm-pause.service.js';
import { SchedulesService } from './schedules.service.js';
import { SlotListsService } from './slot-lists.service.js';
import { SlotsService } from './slots.service.js';

/** The days of farms for everybody, and a farmer's own schedules and slots. */
@ApiTags('fulfilment')
@Controller()
export class FulfilmentController {
  constructor(
    private readonly calendars: CalendarsService,
    private readonly schedules: SchedulesService,
    private readonly slots: SlotsService,
    private readonly lists: SlotListsService,
    private readonly pauses: FarmPauseService,
  ) {}

  @Get('calendars')
  @Public()
  @ApiSchema(farmCalendarsSchema)
  async list(
    @Query({ schema: calendarsQuerySchema }) { farms }: CalendarsQuery,
  ): Promise<FarmCalendars> {
    return { calendars: await this.calendars.list(farms) };
  }

  @Get('schedules/mine')
  @Roles('farmer')
  @ApiSchema(ownSchedulesSchema)
  async mine(@CurrentPrincipal() farmer: Principal): Promise<OwnSchedules> {
    return { schedules: await this.schedules.list(farmIdOf(farmer)) };
  }

  @Post('schedules')
  @HttpCode(201)
  @Roles('farmer')
  @ApiSchema(scheduleDtoSchema, 201)
  add(
    @CurrentPrincipal() farmer: Principal,
    @Body({ schema: addScheduleSchema }) body: AddSchedule,
  ): Promise<ScheduleDto> {
    return this.schedules.add(farmIdOf(farmer), body);
  }

  @Put('schedules/:id')
  @Roles('farmer')
  @ApiSchema(scheduleDtoSchema)
  update(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: updateScheduleSchema }) body: UpdateSchedule,
  ): Promise<ScheduleDto> {
    return this.schedules.update(farmIdOf(farmer), id, body);
  }

  /** Returns the schedules that are left. No DELETE, because proxies may drop its body. */
  @Post('schedules/:id/remove')
  @HttpCode(200)
  @Roles('farmer')
  @ApiSchema(ownSchedulesSchema)
  async remove(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: removeScheduleSchema }) body: RemoveSchedule,
  ): Promise<OwnSchedules> {
    const farmId = farmIdOf(farmer);
    await this.schedules.remove(farmId, id, body);
    return { schedules: await this.schedules.list(farmId) };
  }

  @Get('slots')
  @Roles('admin')
  @ApiSchema(allSlotsPageSchema)
  allSlots(@Query({ schema: allSlotsQuerySchema }) query: AllSlotsQuery): Promise<AllSlotsPage> {
    return this.lists.list(query);
  }

  @Get('slots/mine')
  @Roles('farmer')
  @ApiSchema(ownSlotsSchema)
  async ownSlots(@CurrentPrincipal() farmer: Principal): Promise<OwnSlots> {
    return { slots: await this.slots.list(farmIdOf(farmer)) };
  }

  @Post('slots/:id/close')
  @HttpCode(200)
  @Roles('farmer')
  @ApiSchema(ownSlotDtoSchema)
  close(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: closeSlotSchema }) body: CloseSlot,
  ): Promise<OwnSlotDto> {
    return this.slots.close(farmIdOf(farmer), id, body);
  }

  @Post('slots/:id/reopen')
  @HttpCode(200)
  @Roles('farmer')
  @ApiSchema(ownSlotDtoSchema)
  reopen(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: reopenSlotSchema }) body: ReopenSlot,
  ): Promise<OwnSlotDto> {
    return this.slots.reopen(farmIdOf(farmer), id, body);
  }

  @Post('farms/mine/holiday')
  @HttpCode(200)
  @Roles('farmer')
  @ApiSchema(ownFarmDtoSchema)
  startHoliday(
    @CurrentPrincipal() farmer: Principal,
    @Body({ schema: startHolidaySchema }) body: StartHoliday,
  ): Promise<OwnFarmDto> {
    return this.pauses.start(farmIdOf(farmer), body);
  }
}
