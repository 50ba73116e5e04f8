import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FARM, farmSchema } from './farm.model.js';
import { FarmApplicationsController } from './farm-applications.controller.js';
import { FarmApplicationsService } from './farm-applications.service.js';
import { FarmChanges } from './farm-changes.js';
import { FarmErasure } from './farm-erasure.js';
import { FarmHolidaysService } from './farm-holidays.service.js';
import { FARM_INVITATION, farmInvitationSchema } from './farm-invitation.model.js';
import { FarmCovers, FarmUploads } from './farm-pictures.js';
import { FarmRecords } from './farm-records.js';
import { FarmsController } from './farms.controller.js';
import { FarmsProcessor } from './farms.processor.js';
import { FarmsService } from './farms.service.js';
import { FarmsImport } from './farms-import.js';
import { TeamController, TeamMemberController } from './team.controller.js';
import { TeamService } from './team.service.js';
import { TeamInvitations } from './team-invitations.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: FARM, schema: farmSchema },
      { name: FARM_INVITATION, schema: farmInvitationSchema },
    ]),
  ],
  providers: [
    FarmChanges,
    FarmErasure,
    FarmUploads,
    FarmsImport,
    FarmsService,
    FarmHolidaysService,
    TeamService,
  ],
  exports: [
    TeamService,
    FarmChanges,
    FarmUploads,
    FarmsImport,
    FarmsService,
    FarmHolidaysService,
    MongooseModule,
  ],
})
export class FarmsModule {}

@Module({
  imports: [AuditModule, FarmsModule],
  controllers: [
    // Before the farms, whose `:slug` would take its paths.
    TeamController,
    TeamMemberController,
    FarmsController,
    FarmApplicationsController,
  ],
  providers: [FarmApplicationsService, FarmCovers, FarmRecords, TeamInvitations],
  exports: [FarmApplicationsService],
})
export class FarmsHttpModule {}

@Module({ imports: [FarmsModule], providers: [FarmsProcessor] })
export class FarmsWorkerModule {}
