import 'reflect-metadata';
import { Module } from '@nestjs/common';
import * as z from 'zod';
import { IdentityModule, identityConfigSchema } from '#libs/identity';
import { NotificationsModule, notificationsConfigSchema } from '#libs/notifications';
import { OrdersConfigModule, ordersConfigSchema } from '#libs/orders';
import { PicturesModule, picturesConfigSchema } from '#libs/pictures';
import {
  CoreModule,
  closeOnSignal,
  createHttpApp,
  createLogger,
  DataModule,
  HealthModule,
  listen,
  platformConfigSchema,
  readConfig,
} from '#libs/platform';
import { ProductsSettingsModule, productsConfigSchema } from '#libs/products';
import { UsersModule, usersConfigSchema } from '#libs/users';
import { ApiModule } from './api.module.js';
import { prepareApi } from './prepare-api.js';

const config = readConfig(
  z.intersection(
    platformConfigSchema.extend({
      ...usersConfigSchema.shape,
      ...notificationsConfigSchema.shape,
      ...ordersConfigSchema.shape,
      ...productsConfigSchema.shape,
      ...picturesConfigSchema.shape,
    }),
    identityConfigSchema,
  ),
);
const logger = createLogger(config.LOG_LEVEL, 'api');

@Module({
  imports: [
    CoreModule.forRoot(config, logger),
    DataModule.forRoot(config),
    HealthModule,
    IdentityModule.forRoot(config),
    UsersModule.forRoot(config),
    NotificationsModule.forRoot(config),
    OrdersConfigModule.forRoot(config),
    ProductsSettingsModule.forRoot(config),
    PicturesModule.forRoot(config, '.data'),
    ApiModule.forRoot({ demo: false }),
  ],
})
class ApiProcess {}

const app = await createHttpApp(ApiProcess, config, logger);
await prepareApi(app);
closeOnSignal(app, config, logger);
await listen(app, config);
logger.info({ port: config.PORT }, 'api ready');
