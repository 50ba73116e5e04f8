/** The relay's thread: an event loop and a heap of its own, so that news never waits for what else a worker does. */
import 'reflect-metadata';
import { parentPort } from 'node:worker_threads';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CoreModule,
  createLogger,
  DataModule,
  nestLogger,
  platformConfigSchema,
  readConfig,
} from '#libs/platform';
import { RelayModule } from './relay.module.js';
import type { ToThread, ToWorker } from './relay-thread.js';

const config = readConfig(platformConfigSchema);
const logger = createLogger(config.LOG_LEVEL, 'relay');

@Module({
  imports: [CoreModule.forRoot(config, logger), DataModule.forRoot(config), RelayModule],
})
class RelayProcess {}

const app = await NestFactory.createApplicationContext(RelayProcess, {
  logger: nestLogger(logger),
  abortOnError: false,
});
parentPort?.on('message', (message: ToThread) => {
  if (message === 'close') void app.close().finally(() => process.exit());
});
parentPort?.postMessage('ready' satisfies ToWorker);
