import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { IdentityProvider } from '#libs/identity';
import {
  configureHttpApp,
  createLogger,
  httpAdapter,
  RATE_LIMITS,
  readConfig,
  TokenVerifier,
} from '#libs/platform';
import type { Composition } from '#libs/testing';
import { prepareApi } from '../../../api/src/prepare-api.js';
import { EventFeed } from '../../../gateway/src/event-feed.js';
import { RealtimeIoAdapter } from '../../../gateway/src/realtime-io.adapter.js';
import { Dispatcher } from '../../../worker/src/dispatcher.js';
import { OutboxRelay } from '../../../worker/src/outbox-relay.js';
import { Reconciler } from '../../../worker/src/reconciler.js';
import { standaloneConfigSchema } from '../standalone.config.js';
import { StandaloneModule } from '../standalone.module.js';

/** API, gateway and worker in one process, without the demo. */
export const composition: Composition = {
  async create({ settings, identity, limits }) {
    const config = readConfig(standaloneConfigSchema, {}, settings);
    const logger = createLogger(config.LOG_LEVEL, 'test');
    const compiled = await Test.createTestingModule({
      imports: [StandaloneModule.forRoot(config, logger, { demo: false })],
    })
      .overrideProvider(IdentityProvider)
      .useValue(identity)
      .overrideProvider(TokenVerifier)
      .useValue(identity)
      .overrideProvider(RATE_LIMITS)
      .useValue(limits)
      .compile();
    const app = compiled.createNestApplication<NestFastifyApplication>(httpAdapter(config), {
      logger: false,
      rawBody: true,
    });
    configureHttpApp(app, config);
    app.useWebSocketAdapter(new RealtimeIoAdapter(app, config));
    await prepareApi(app);
    return app;
  },

  isDelivered: (app, eventId) => app.get(EventFeed).window.has(eventId),

  async stopRelaying(app) {
    await app.get(OutboxRelay).beforeApplicationShutdown();
    await app.get(Reconciler).beforeApplicationShutdown();
    await app.get(Dispatcher).beforeApplicationShutdown();
  },
};
