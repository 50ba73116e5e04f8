import 'reflect-metadata';
import { Module } from '@nestjs/common';
import {
  CoreModule,
  createHttpApp,
  createLogger,
  HealthModule,
  listen,
  platformConfigSchema,
  readConfig,
  startProcess,
} from '#libs/platform';
import { GatewayModule } from './gateway.module.js';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

await startProcess(async () => {
  // The gateway has no database; the setting is accepted so that all processes can share one environment.
  const config = readConfig(
    platformConfigSchema.extend({
      MONGODB_URI: platformConfigSchema.shape.MONGODB_URI.default('mongodb://unused'),
    }),
  );
  const logger = createLogger(config.LOG_LEVEL, 'gateway');

  @Module({ imports: [CoreModule.forRoot(config, logger), HealthModule, GatewayModule] })
  class GatewayProcess {}

  const app = await createHttpApp(GatewayProcess, config, logger);
  app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
  app.enableShutdownHooks();
  await listen(app, config);
  logger.info({ port: config.PORT }, 'gateway ready');
});
