import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnalyticsWorkerModule } from '#libs/analytics';
import { FarmsWorkerModule } from '#libs/farms';
import { NotificationsWorkerModule } from '#libs/notifications';
import { OrdersWorkerModule } from '#libs/orders';
import { FailedJobsWorkerModule } from '#libs/platform';
import { FavouritesWorkerModule, ProductsWorkerModule, ReviewsWorkerModule } from '#libs/products';
import { Dispatcher } from './dispatcher.js';
import { EventWorker } from './event-worker.js';
import { JobWorker } from './job-worker.js';
import { OutboxRelay } from './outbox-relay.js';
import { Reconciler } from './reconciler.js';
import { RelayWatermark, WATERMARK, watermarkSchema } from './relay-watermark.js';

/** Handles events and does jobs. Needs the platform around it. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: WATERMARK, schema: watermarkSchema }]),
    FarmsWorkerModule,
    ProductsWorkerModule,
    ReviewsWorkerModule,
    OrdersWorkerModule,
    FavouritesWorkerModule,
    AnalyticsWorkerModule,
    NotificationsWorkerModule,
    FailedJobsWorkerModule,
  ],
  providers: [RelayWatermark, Reconciler, OutboxRelay, Dispatcher, EventWorker, JobWorker],
})
export class WorkerModule {}
