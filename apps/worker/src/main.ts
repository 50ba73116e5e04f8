import 'reflect-metadata';
import { setPriority } from 'node:os';
import { Module } from '@nestjs/common';
import * as z from 'zod';
import { IDENTITY_CONFIG, IdentityModule, identityConfigSchema } from '#libs/identity';
import {
  NOTIFICATIONS_CONFIG,
  NotificationsModule,
  notificationsConfigSchema,
} from '#libs/notifications';
import { ORDERS_CONFIG, ordersConfigSchema } from '#libs/orders';
import {
  CoreModule,
  createHttpApp,
  createLogger,
  DataModule,
  HealthModule,
  listen,
  platformConfigSchema,
  readConfig,
  startProcess,
} from '#libs/platform';
import { USERS_CONFIG, UsersModule, usersConfigSchema } from '#libs/users';
import { WorkerModule } from './worker.module.js';

/** The niceness of this process: if CPUs are scarce, requests and event delivery take precedence over handlers. */
const NICENESS = 10;

await startProcess(async () => {
  const config = readConfig(
    z.intersection(
      platformConfigSchema.extend({
        ...usersConfigSchema.shape,
        ...notificationsConfigSchema.shape,
        ...ordersConfigSchema.shape,
      }),
      identityConfigSchema,
    ),
  );
  const logger = createLogger(config.LOG_LEVEL, 'worker');

  @Module({
    imports: [
      CoreModule.forRoot(config, logger, [
        IDENTITY_CONFIG,
        NOTIFICATIONS_CONFIG,
        ORDERS_CONFIG,
        USERS_CONFIG,
      ]),
      DataModule,
      HealthModule,
      IdentityModule,
      UsersModule,
      NotificationsModule,
      WorkerModule,
    ],
  })
  class WorkerProcess {}

  const app = await createHttpApp(WorkerProcess, config, logger);
  app.enableShutdownHooks();
  setPriority(NICENESS);
  await listen(app, config);
  logger.info({ port: config.PORT }, 'worker ready');
});
