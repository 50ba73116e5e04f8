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
import { RelayThreadModule } from './relay/relay-thread.js';
import { WorkerModule } from './worker.module.js';

/** How nice this thread is: a ninth of the time that others get where all want more than there is. */
const GIVES_WAY = 10;

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
    RelayThreadModule,
    WorkerModule,
  ],
})
class WorkerProcess {}

const app = await createHttpApp(WorkerProcess, config, logger);
app.enableShutdownHooks();
// The relay's thread has been started by now and keeps its own. Where processors are short, what follows from an event
// gives way to those who tell of it, and to requests.
setPriority(GIVES_WAY);
await listen(app, config);
logger.info({ port: config.PORT }, 'worker ready');
