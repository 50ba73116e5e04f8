import 'reflect-metadata';
import { Module } from '@nestjs/common';
import * as z from 'zod';
import { IDENTITY_CONFIG, IdentityModule, identityConfigSchema } from '#libs/identity';
import {
  NOTIFICATIONS_CONFIG,
  NotificationsModule,
  notificationsConfigSchema,
} from '#libs/notifications';
import { ORDERS_CONFIG, ordersConfigSchema } from '#libs/orders';
import { PICTURES_CONFIG, PicturesModule, picturesConfigSchema } from '#libs/pictures';
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
  startProcess,
} from '#libs/platform';
import { PRODUCTS_CONFIG, productsConfigSchema } from '#libs/products';
import { USERS_CONFIG, UsersModule, usersConfigSchema } from '#libs/users';
import { ApiModule } from './api.module.js';
import { prepareApi } from './prepare-api.js';

await startProcess(async () => {
  const config = readConfig(
    z.intersection(
      platformConfigSchema.extend({
        ...usersConfigSchema.shape,
        ...notificationsConfigSchema.shape,
        ...ordersConfigSchema.shape,
        ...productsConfigSchema.shape,
      }),
      z.intersection(identityConfigSchema, picturesConfigSchema),
    ),
  );
  const logger = createLogger(config.LOG_LEVEL, 'api');

  @Module({
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
      ApiModule.forRoot({ demo: false }),
    ],
  })
  class ApiProcess {}

  const app = await createHttpApp(ApiProcess, config, logger);
  await prepareApi(app);
  closeOnSignal(app, config, logger);
  await listen(app, config);
  logger.info({ port: config.PORT }, 'api ready');
});
