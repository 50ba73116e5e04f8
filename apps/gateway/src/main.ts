import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { CoreModule, HealthModule, platformConfigSchema, runProcess } from '#libs/platform';
import { GatewayModule } from './gateway.module.js';
import { RealtimeIoAdapter } from './realtime-io.adapter.js';

// The gateway has no database; the setting is accepted so that all processes can share one environment.
const gatewayConfigSchema = platformConfigSchema.extend({
  MONGODB_URI: platformConfigSchema.shape.MONGODB_URI.default('mongodb://unused'),
});

await runProcess(gatewayConfigSchema, {
  name: 'gateway',
  module(config, logger) {
    @Module({ imports: [CoreModule.forRoot(config, logger), HealthModule, GatewayModule] })
    class GatewayProcess {}
    return GatewayProcess;
  },
  prepare(app, config) {
    app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
    app.enableShutdownHooks();
  },
});
