import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsModule } from '#libs/analytics';
import { FarmsModule } from '#libs/farms';
import { IDENTITY_CONFIG, IdentityModule } from '#libs/identity';
import { NOTIFICATIONS_CONFIG, NotificationsModule, PUSH_CONFIG } from '#libs/notifications';
import { ORDERS_CONFIG, OrdersModule } from '#libs/orders';
import { PAYMENTS_CONFIG, PaymentsModule } from '#libs/payments';
import { CoreModule, DataModule, type Logger } from '#libs/platform';
import { ProductsModule } from '#libs/products';
import { USERS_CONFIG, UsersModule } from '#libs/users';
import type { StandaloneConfig } from '../standalone.config.js';
import { SeedCommand } from './seed.service.js';

/** The modules of a command: slices and engines, without HTTP, sockets, relay or workers. */
@Module({})
export class CommandModule {
  static forRoot(config: StandaloneConfig, logger: Logger): DynamicModule {
    return {
      module: CommandModule,
      imports: [
        CoreModule.forRoot(config, logger, [
          IDENTITY_CONFIG,
          NOTIFICATIONS_CONFIG,
          ORDERS_CONFIG,
          PAYMENTS_CONFIG,
          PUSH_CONFIG,
          USERS_CONFIG,
        ]),
        DataModule,
        IdentityModule,
        UsersModule,
        FarmsModule,
        ProductsModule,
        OrdersModule,
        PaymentsModule,
        AnalyticsModule,
        NotificationsModule,
      ],
      providers: [SeedCommand],
    };
  }
}
