import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnalyticsWorkerModule } from '#libs/analytics';
import { ConversationsModule } from '#libs/conversations';
import { FarmsWorkerModule } from '#libs/farms';
import { FavouritesWorkerModule } from '#libs/favourites';
import { FulfilmentWorkerModule } from '#libs/fulfilment';
import { IdentityModule } from '#libs/identity';
import { JobsWorkerModule } from '#libs/jobs';
import { NotificationsModule, NotificationsWorkerModule } from '#libs/notifications';
import { OrdersWorkerModule } from '#libs/orders';
import { PaymentsWorkerModule } from '#libs/payments';
import { PicturesWorkerModule } from '#libs/pictures';
import { ProblemsModule } from '#libs/problems';
import { ProductsWorkerModule } from '#libs/products';
import { ReviewsWorkerModule } from '#libs/reviews';
import { UsersModule, UsersWorkerModule } from '#libs/users';
import { Dispatcher } from './dispatcher.js';
import { OutboxRelay } from './outbox-relay.js';
import { QueueWorkers } from './queue-workers.js';
import { Reconciler } from './reconciler.js';
import { RelayWatermark, WATERMARK, watermarkSchema } from './relay-watermark.js';

/** Event handlers and jobs. Needs `CoreModule` and `DataModule` of the platform. */
@Module({
  imports: [
    MongooseModule.forFeature([{ name: WATERMARK, schema: watermarkSchema }]),
    IdentityModule,
    UsersModule,
    NotificationsModule,
    FarmsWorkerModule,
    FulfilmentWorkerModule,
    ProductsWorkerModule,
    ReviewsWorkerModule,
    OrdersWorkerModule,
    PaymentsWorkerModule,
    FavouritesWorkerModule,
    AnalyticsWorkerModule,
    NotificationsWorkerModule,
    JobsWorkerModule,
    ConversationsModule,
    PicturesWorkerModule,
    ProblemsModule,
    UsersWorkerModule,
  ],
  providers: [RelayWatermark, Reconciler, OutboxRelay, Dispatcher, QueueWorkers],
})
export class WorkerModule {}
