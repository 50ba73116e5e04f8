import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AnalyticsModule } from '#libs/analytics';
import { ConversationsHttpModule } from '#libs/conversations';
import { FarmsHttpModule, FarmsModule } from '#libs/farms';
import { FavouritesModule } from '#libs/favourites';
import { FulfilmentModule } from '#libs/fulfilment';
import { NotificationsHttpModule } from '#libs/notifications';
import { OrdersModule } from '#libs/orders';
import { PaymentsModule } from '#libs/payments';
import { CoreModule, DataModule, HealthModule, type Logger } from '#libs/platform';
import { ProblemsHttpModule } from '#libs/problems';
import { ProductsModule } from '#libs/products';
import { ReviewsModule } from '#libs/reviews';
import { API_CONFIG_TOKENS } from '../../api/src/api.config.js';
import { ApiModule } from '../../api/src/api.module.js';
import { GatewayModule } from '../../gateway/src/gateway.module.js';
import { WorkerModule } from '../../worker/src/worker.module.js';
import { DemoConversations } from './demo/conversations.js';
import { DemoController } from './demo/demo.controller.js';
import { DemoHistory } from './demo/history.js';
import { DemoProblems } from './demo/problems.js';
import { DemoRefund } from './demo/refund.js';
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
        CoreModule.forRoot(config, logger, API_CONFIG_TOKENS),
        DataModule,
        HealthModule,
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
              FulfilmentModule,
              NotificationsHttpModule,
              OrdersModule,
              PaymentsModule,
              ConversationsHttpModule,
              ProblemsHttpModule,
              ProductsModule,
              ReviewsModule,
            ]
          : []),
      ],
      controllers: demo ? [DemoController] : [],
      providers: demo
        ? [DemoConversations, DemoHistory, DemoProblems, DemoRefund, DemoRequests, DemoSeed]
        : [],
    };
  }
}
