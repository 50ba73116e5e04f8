import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { FARM, farmSchema } from './farm.model.js';
import { FarmsController } from './farms.controller.js';
import { FarmsProcessor, FarmsService } from './farms.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: FARM, schema: farmSchema }])],
  providers: [FarmsService],
  exports: [FarmsService],
})
export class FarmsModule {}

@Module({ imports: [FarmsModule], controllers: [FarmsController] })
export class FarmsHttpModule {}

@Module({ imports: [FarmsModule], providers: [FarmsProcessor] })
export class FarmsWorkerModule {}
