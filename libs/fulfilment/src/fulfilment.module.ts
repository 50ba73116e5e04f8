import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FarmsModule } from '#libs/farms';
import { CALENDAR, calendarSchema } from './calendar.model.js';
import { CalendarsService } from './calendars.service.js';
import { FarmPauseService } from './farm-pause.service.js';
import { FulfilmentController } from './fulfilment.controller.js';
import { FulfilmentProcessor } from './fulfilment.processor.js';
import { PlacesService } from './places.service.js';
import { PlacesCheck } from './places-check.service.js';
import { SCHEDULE, scheduleSchema } from './schedule.model.js';
import { ScheduleErasure } from './schedule-erasure.js';
import { SchedulesService } from './schedules.service.js';
import { SLOT, slotSchema } from './slot.model.js';
import { SlotChanges } from './slot-changes.js';
import { SlotListsService } from './slot-lists.service.js';
import { SlotsService } from './slots.service.js';
import { SlotsJob } from './slots-job.service.js';

@Module({
  imports: [
    FarmsModule,
    MongooseModule.forFeature([
      { name: SCHEDULE, schema: scheduleSchema },
      { name: SLOT, schema: slotSchema },
      { name: CALENDAR, schema: calendarSchema },
    ]),
  ],
  providers: [
    CalendarsService,
    PlacesService,
    PlacesCheck,
    ScheduleErasure,
    SchedulesService,
    SlotChanges,
    SlotsJob,
  ],
  exports: [
    CalendarsService,
    PlacesService,
    PlacesCheck,
    SchedulesService,
    SlotChanges,
    SlotsJob,
    MongooseModule,
  ],
})
export class FulfilmentModule {}

@Module({
  imports: [FarmsModule, FulfilmentModule],
  controllers: [FulfilmentController],
  providers: [FarmPauseService, SlotListsService, SlotsService],
})
export class FulfilmentHttpModule {}

@Module({ imports: [FulfilmentModule], providers: [FulfilmentProcessor] })
export class FulfilmentWorkerModule {}
