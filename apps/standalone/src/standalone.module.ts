import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsModule } from '#libs/analytics';
import { FarmsModule } from '#libs/farms';
import { IdentityModule } from '#libs/identity';
import { NotificationsModule } from '#libs/notifications';
import { OrdersConfigModule, OrdersModule } from '#libs/orders';
import { PicturesModule } from '#libs/pictures';
import { CoreModule, DataModule, HealthModule, type Logger } from '#libs/platform';
import {
  FavouritesModule,
  ProductsModule,
  ProductsSettingsModule,
  ReviewsModule,
} from '#libs/products';
import { UsersModule } from '#libs/users';
import { ApiModule } from '../../api/src/api.module.js';
import { GatewayModule } from '../../gateway/src/gateway.module.js';
import { WorkerModule } from '../../worker/src/worker.module.js';
import { DemoController } from './demo/demo.controller.js';
import { DemoHistory } from './demo/history.js';
import { DemoSeed } from './demo/seed.js';
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
        CoreModule.forRoot(config, logger),
        DataModule.forRoot(config),
        HealthModule,
        IdentityModule.forRoot(config),
        UsersModule.forRoot(config),
        NotificationsModule.forRoot(config),
        OrdersConfigModule.forRoot(config),
        ProductsSettingsModule.forRoot(config),
        PicturesModule.forRoot(config, config.DATA_DIR),
        ApiModule.forRoot({ demo }),
        GatewayModule,
        WorkerModule,
        ...(demo
          ? [
              AnalyticsModule,
              FarmsModule,
              FavouritesModule,
              OrdersModule,
              ProductsModule,
              ReviewsModule,
            ]
          : []),
      ],
      controllers: demo ? [DemoController] : [],
      providers: demo ? [DemoHistory, DemoSeed] : [],
    };
  }
}
