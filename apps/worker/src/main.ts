import 'reflect-metadata';
import { setPriority } from 'node:os';
import { Module } from '@nestjs/common';
import * as z from 'zod';
import { IDENTITY_CONFIG, identityConfigSchema } from '#libs/identity';
import {
  NOTIFICATIONS_CONFIG,
  notificationsConfigSchema,
  PUSH_CONFIG,
  pushConfigSchema,
} from '#libs/notifications';
import { ORDERS_CONFIG, ordersConfigSchema } from '#libs/orders';
import { PAYMENTS_CONFIG, paymentsConfigSchema } from '#libs/payments';
import {
  CoreModule,
  DataModule,
  HealthModule,
  platformConfigSchema,
  runProcess,
} from '#libs/platform';
import { USERS_CONFIG, usersConfigSchema } from '#libs/users';
import { WorkerModule } from './worker.module.js';

/** The niceness of this process: if CPUs are scarce, requests and event delivery take precedence over handlers. */
const NICENESS = 10;

const workerConfigSchema = z.intersection(
  platformConfigSchema.extend({
    ...usersConfigSchema.shape,
    ...notificationsConfigSchema.shape,
    ...ordersConfigSchema.shape,
  }),
  z.intersection(identityConfigSchema, z.intersection(paymentsConfigSchema, pushConfigSchema)),
);

await runProcess(workerConfigSchema, {
  name: 'worker',
  module(config, logger) {
    const tokens = [
      IDENTITY_CONFIG,
      NOTIFICATIONS_CONFIG,
      ORDERS_CONFIG,
      PAYMENTS_CONFIG,
      PUSH_CONFIG,
      USERS_CONFIG,
    ];
    @Module({
      imports: [CoreModule.forRoot(config, logger, tokens), DataModule, HealthModule, WorkerModule],
    })
    class WorkerProcess {}
    return WorkerProcess;
  },
  prepare(app) {
    app.enableShutdownHooks();
    setPriority(NICENESS);
  },
});
