import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnalyticsModule } from '#libs/analytics';
import { FarmsHttpModule, FarmsModule } from '#libs/farms';
import { FavouritesModule } from '#libs/favourites';
import { IDENTITY_CONFIG, IdentityModule } from '#libs/identity';
import {
  NOTIFICATIONS_CONFIG,
  NotificationsHttpModule,
  NotificationsModule,
} from '#libs/notifications';
import { ORDERS_CONFIG, OrdersModule } from '#libs/orders';
import { PICTURES_CONFIG, PicturesModule } from '#libs/pictures';
import { CoreModule, DataModule, HealthModule, type Logger } from '#libs/platform';
import { PRODUCTS_CONFIG, ProductsModule } from '#libs/products';
import { ReviewsModule } from '#libs/reviews';
import { USERS_CONFIG, UsersModule } from '#libs/users';
import { ApiModule } from '../../api/src/api.module.js';
import { GatewayModule } from '../../gateway/src/gateway.module.js';
import { WorkerModule } from '../../worker/src/worker.module.js';
import { DemoController } from './demo/demo.controller.js';
import { DemoHistory } from './demo/history.js';
import { DemoRequests } from './demo/requests.js';
import { DemoSeed, SEED, seedSchema } from './demo/seed.js';
import type { StandaloneConfig } from './standalone.config.js';

/** API, gateway and worker in one process. */
@Module({})
export class StandaloneModule {
  static forRoot(
    config: StandaloneConfig,
    logger: Logger,
    { demo }: { demo: boolean },
  ): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [
        CoreModule.forRoot(config, logger, [
          IDENTITY_CONFIG,
          NOTIFICATIONS_CONFIG,
          ORDERS_CONFIG,
          PICTURES_CONFIG,
          PRODUCTS_CONFIG,
          USERS_CONFIG,
        ]),
        DataModule,
        HealthModule,
        IdentityModule,
        UsersModule,
        NotificationsModule,
        PicturesModule,
        ApiModule.forRoot({ demo }),
        GatewayModule,
        WorkerModule,
        ...(demo
          ? [
              MongooseModule.forFeature([{ name: SEED, schema: seedSchema }]),
              AnalyticsModule,
              FarmsModule,
              FarmsHttpModule,
              FavouritesModule,
              NotificationsHttpModule,
              OrdersModule,
              ProductsModule,
              ReviewsModule,
            ]
          : []),
      ],
      controllers: demo ? [DemoController] : [],
      providers: demo ? [DemoHistory, DemoRequests, DemoSeed] : [],
    };
  }
}
