import 'reflect-metadata';
import { setPriority } from 'node:os';
import { Module } from '@nestjs/common';
import * as z from 'zod';
import { IdentityModule, identityConfigSchema } from '#libs/identity';
import { NotificationsModule, notificationsConfigSchema } from '#libs/notifications';
import { OrdersConfigModule, ordersConfigSchema } from '#libs/orders';
import {
  CoreModule,
  createHttpApp,
  createLogger,
  DataModule,
  HealthModule,
  listen,
  platformConfigSchema,
  readConfig,
} from '#libs/platform';
import { UsersModule, usersConfigSchema } from '#libs/users';
import { WorkerModule } from './worker.module.js';

/** The niceness of this process: where processors are short, requests and event delivery come before handlers. */
const NICENESS = 10;

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
    CoreModule.forRoot(config, logger),
    DataModule.forRoot(config),
    HealthModule,
    IdentityModule.forRoot(config),
    UsersModule.forRoot(config),
    NotificationsModule.forRoot(config),
    OrdersConfigModule.forRoot(config),
    WorkerModule,
  ],
})
class WorkerProcess {}

const app = await createHttpApp(WorkerProcess, config, logger);
app.enableShutdownHooks();
setPriority(NICENESS);
await listen(app, config);
logger.info({ port: config.PORT }, 'worker ready');
