import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsProcessor } from './analytics.processor.js';
import { AnalyticsService } from './analytics.service.js';
import { FiguresUpdate } from './figures-update.js';
import { PROJECTION, projectionSchema } from './projection.model.js';
import { ProjectionsService } from './projections.service.js';
import { RebuildService } from './rebuild.service.js';
import { RecountService } from './recount.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: PROJECTION, schema: projectionSchema }])],
  providers: [AnalyticsService, ProjectionsService, RecountService, RebuildService],
  exports: [AnalyticsService, ProjectionsService, RecountService, RebuildService],
})
export class AnalyticsModule {}

@Module({ imports: [AnalyticsModule], controllers: [AnalyticsController] })
export class AnalyticsHttpModule {}

@Module({ imports: [AnalyticsModule], providers: [AnalyticsProcessor, FiguresUpdate] })
export class AnalyticsWorkerModule {}
