import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsModule } from '#libs/analytics';
import { FarmsModule } from '#libs/farms';
import { IdentityModule } from '#libs/identity';
import { OrdersConfigModule, OrdersModule } from '#libs/orders';
import { CoreModule, DataModule, type Logger } from '#libs/platform';
import { ProductsModule } from '#libs/products';
import { UsersModule } from '#libs/users';
import type { StandaloneConfig } from '../standalone.config.js';
import { SeedCommand } from './seed.service.js';

/** What a command needs: the slices with their data, but nobody who answers, relays or works. */
@Module({})
export class CommandModule {
  static forRoot(config: StandaloneConfig, logger: Logger): DynamicModule {
    return {
      module: CommandModule,
      imports: [
        CoreModule.forRoot(config, logger),
        DataModule.forRoot(config),
        IdentityModule.forRoot(config),
        UsersModule.forRoot(config),
        OrdersConfigModule.forRoot(config),
        FarmsModule,
        ProductsModule,
        OrdersModule,
        AnalyticsModule,
      ],
      providers: [SeedCommand],
    };
  }
}
