import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FARM, farmSchema } from './farm.model.js';
import { FarmApplicationsController } from './farm-applications.controller.js';
import { FarmApplicationsService } from './farm-applications.service.js';
import { FarmsController } from './farms.controller.js';
import { FarmsProcessor, FarmsService } from './farms.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: FARM, schema: farmSchema }])],
  providers: [FarmsService, FarmApplicationsService],
  exports: [FarmsService, FarmApplicationsService],
})
export class FarmsModule {}

@Module({ imports: [FarmsModule], controllers: [FarmsController, FarmApplicationsController] })
export class FarmsHttpModule {}

@Module({ imports: [FarmsModule], providers: [FarmsProcessor] })
export class FarmsWorkerModule {}
