import { Module } from '@nestjs/common';
import { AnalyticsWorkerModule } from '#libs/analytics';
import { FarmsWorkerModule } from '#libs/farms';
import { NotificationsWorkerModule } from '#libs/notifications';
import { OrdersWorkerModule } from '#libs/orders';
import { FailedJobsWorkerModule } from '#libs/platform';
import { FavouritesWorkerModule, ProductsWorkerModule, ReviewsWorkerModule } from '#libs/products';
import { EventWorker } from './event-worker.js';
import { JobWorker } from './job-worker.js';

/** Follows from events and does jobs. Needs the platform around it. */
@Module({
  imports: [
    FarmsWorkerModule,
    ProductsWorkerModule,
    ReviewsWorkerModule,
    OrdersWorkerModule,
    FavouritesWorkerModule,
    AnalyticsWorkerModule,
    NotificationsWorkerModule,
    FailedJobsWorkerModule,
  ],
  providers: [EventWorker, JobWorker],
})
export class WorkerModule {}
