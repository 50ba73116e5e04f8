import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from 'mongoose';
import {
  createHttpApp,
  createLogger,
  LOGGER,
  PLATFORM_CONFIG,
  platformConfigSchema,
  readConfig,
} from '#libs/platform';
import { IDENTITY_CONFIG, identityConfigSchema } from './identity.config.js';
import { IdentityModule } from './identity.module.js';
import { IdentityProvider } from './identity-provider.js';

const ORIGIN = 'http://localhost:4323';
const WEB = 'http://localhost:5173';
const MONGODB_URI = process.env.MONGODB_URI ?? 'mongodb://127.0.0.1:27099/?directConnection=true';

const platform = readConfig(
  platformConfigSchema,
  {},
  {
    NODE_ENV: 'test',
    PORT: '4323',
    ALLOWED_ORIGINS: WEB,
    TRUSTED_PROXIES: '1',
    MONGODB_URI,
    REDIS_URL: 'redis://127.0.0.1:1',
    TICKET_SECRET: 'x'.repeat(32),
  },
);
const logger = createLogger('silent', 'test');
const identity = readConfig(
  identityConfigSchema,
  {},
  {
    AUTH_SECRET: 'Zt8w!nQ2-fkP7c#Lr5vY9s$Ub3dXh6mE',
  },
);

@Global()
@Module({
  providers: [
    { provide: PLATFORM_CONFIG, useValue: platform },
    { provide: IDENTITY_CONFIG, useValue: identity },
    { provide: LOGGER, useValue: logger },
  ],
  exports: [PLATFORM_CONFIG, IDENTITY_CONFIG, LOGGER],
})
class Settings {}

@Module({
  imports: [
    Settings,
    MongooseModule.forRoot(MONGODB_URI, { dbName: `identity-module-${process.pid}` }),
    IdentityModule,
  ],
})
class App {}

let app: NestFastifyApplication;

beforeAll(async () => {
  app = await createHttpApp(App, platform, logger);
  await app.get<Connection>(getConnectionToken()).dropDatabase();
  await app.get(IdentityProvider).mount(app.getHttpAdapter().getInstance());
  await app.init();
});

afterAll(async () => {
  await app?.get<Connection>(getConnectionToken()).dropDatabase();
  await app?.close();
});

describe('the identity module in an application', () => {
  const signUp = (origin: string, host = new URL(ORIGIN).host) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { origin, host, 'x-request-id': 'a-request-of-mine' },
      payload: { email: 'ada@x.example', password: 'a long enough password', firstName: 'Ada' },
    });

  it('responds with the headers of every other route', async () => {
    const answer = await signUp(WEB);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-request-id': 'a-request-of-mine',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
      'access-control-allow-origin': WEB,
      'access-control-allow-credentials': 'true',
    });
    const again = await signUp(ORIGIN);
    expect(again.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      requestId: 'a-request-of-mine',
    });
  });

  it('accepts pages of the host that they were opened by, and of no other', async () => {
    const host = 'farm.test:4323';
    const [own, other] = [await signUp(`http://${host}`, host), await signUp(WEB, host)];
    // The address has an account by now.
    for (const answer of [own, other])
      expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    for (const origin of ['http://other.test:4323', 'http://farm.test', 'http://x.farm.test:4323'])
      expect((await signUp(origin, host)).json()).toMatchObject({
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
      });
  });

  it('responds to the CORS preflight of an allowed origin', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/api/auth/sign-up/email',
      headers: { origin: WEB, 'access-control-request-method': 'POST' },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(WEB);
  });
});
