import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { CoreModule, closeOnSignal, DataModule, HealthModule, runProcess } from '#libs/platform';
import { API_CONFIG_TOKENS, apiConfigSchema } from './api.config.js';
import { ApiModule } from './api.module.js';
import { prepareApi } from './prepare-api.js';

await runProcess(apiConfigSchema, {
  name: 'api',
  module(config, logger) {
    @Module({
      imports: [
        CoreModule.forRoot(config, logger, API_CONFIG_TOKENS),
        DataModule,
        HealthModule,
        ApiModule.forRoot({ demo: false }),
      ],
    })
    class ApiProcess {}
    return ApiProcess;
  },
  async prepare(app, config, logger) {
    await prepareApi(app);
    closeOnSignal(app, config, logger);
  },
});
