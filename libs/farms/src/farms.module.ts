import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FARM, farmSchema } from './farm.model.js';
import { FarmApplicationsController } from './farm-applications.controller.js';
import { FarmApplicationsService } from './farm-applications.service.js';
import { FarmChanges } from './farm-changes.js';
import { FarmHolidaysService } from './farm-holidays.service.js';
import { FarmCovers, FarmUploads } from './farm-pictures.js';
import { FarmRecords } from './farm-records.js';
import { FarmsController } from './farms.controller.js';
import { FarmsProcessor } from './farms.processor.js';
import { FarmsService } from './farms.service.js';
import { FarmsImport } from './farms-import.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: FARM, schema: farmSchema }])],
  providers: [FarmChanges, FarmUploads, FarmsImport, FarmsService, FarmHolidaysService],
  exports: [
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
  controllers: [FarmsController, FarmApplicationsController],
  providers: [FarmApplicationsService, FarmCovers, FarmRecords],
  exports: [FarmApplicationsService],
})
export class FarmsHttpModule {}

@Module({ imports: [FarmsModule], providers: [FarmsProcessor] })
export class FarmsWorkerModule {}
