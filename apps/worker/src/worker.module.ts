import { Module } from '@nestjs/common';
import { AnalyticsWorkerModule } from '#libs/analytics';
import { FarmsWorkerModule } from '#libs/farms';
import { NotificationsWorkerModule } from '#libs/notifications';
import { FailedJobsWorkerModule } from '#libs/platform';
import { ProductsWorkerModule, ReviewsWorkerModule } from '#libs/products';
import { EventWorker } from './event-worker.js';
import { OutboxRelay } from './outbox-relay.js';

/** What the worker does: relays the outbox and follows from events. Needs the platform around it. */
@Module({
  imports: [
    FarmsWorkerModule,
    ProductsWorkerModule,
    ReviewsWorkerModule,
    AnalyticsWorkerModule,
    NotificationsWorkerModule,
    FailedJobsWorkerModule,
  ],
  providers: [OutboxRelay, EventWorker],
})
export class WorkerModule {}
