import { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, it, jest } from '@jest/globals';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { SignJWT } from 'jose';
import {
  AccountMails,
  createLogger,
  Jobs,
  LOGGER,
  PLATFORM_CONFIG,
  platformConfigSchema,
  readConfig,
  TokenVerifier,
} from '#libs/platform';
import { IDENTITY_CONFIG, type IdentityConfig, identityConfigSchema } from './identity.config.js';
import { IdentityModule } from './identity.module.js';
import { IdentityProvider } from './identity-provider.js';

const ISSUER = 'https://clerk.farm.example';
const engines = { MONGODB_URI: 'mongodb://unused', REDIS_URL: 'redis://unused' };
const platform = readConfig(
  platformConfigSchema,
  {},
  { ...engines, TICKET_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://farm.example' },
);
const settings = (of: Record<string, string>) => readConfig(identityConfigSchema, {}, of);
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const clerk = {
  CLERK_PUBLISHABLE_KEY: 'pk_test_x',
  CLERK_SECRET_KEY: 'sk_test_x',
  CLERK_ISSUER: ISSUER,
  CLERK_JWT_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};

let nest: TestingModule | undefined;
afterEach(() => nest?.close());

/** The unconnected database of a process that has just started; records every access. */
const database = jest.fn(() => undefined);
async function open(config: IdentityConfig): Promise<TestingModule> {
  database.mockClear();
  const connection = Object.defineProperty({}, 'db', { get: database });
  const fakes = new Map<unknown, object>([
    [getConnectionToken(), connection],
    [IDENTITY_CONFIG, config],
    [PLATFORM_CONFIG, platform],
    [LOGGER, createLogger('silent', 'test')],
    [Jobs, { add: async () => undefined }],
  ]);
  nest = await Test.createTestingModule({ imports: [IdentityModule] })
    .useMocker((token) => fakes.get(token))
    .compile();
  await nest.init();
  return nest;
}

it('is the built-in provider with its own secret, on the database of the process', async () => {
  const app = await open(settings({ AUTH_SECRET: 'Zt8w!nQ2-fkP7c#Lr5vY9s$Ub3dXh6mE' }));
  expect(app.get(IdentityProvider).publicSettings()).toEqual({ provider: 'builtin' });
  expect(app.get(TokenVerifier)).toBe(app.get(IdentityProvider));
  // Account mails are stored in the database, which is not accessed before it is needed.
  expect(database).not.toHaveBeenCalled();
  const waiting = async () => app.get(AccountMails).waitingSince(new Date());
  await expect(waiting()).rejects.toThrow('MongoDB is not connected yet');
});

it('is Clerk once its keys are set: checks its tokens, without a database or mails', async () => {
  const app = await open(settings(clerk));
  const publicSettings = { provider: 'clerk', publishableKey: 'pk_test_x' };
  expect(app.get(IdentityProvider).publicSettings()).toEqual(publicSettings);
  const token = await new SignJWT({ sid: 'sess_1', azp: 'https://farm.example' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(ISSUER)
    .setSubject('user_ada')
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(keys.privateKey);
  expect(await app.get(TokenVerifier).verify(token)).toMatchObject({ subject: 'user_ada' });
  expect(await app.get(AccountMails).waitingSince(new Date())).toEqual([]);
  expect(database).not.toHaveBeenCalled();
});

it('does not start with settings that were not checked', async () => {
  const { CLERK_ISSUER: _, ...incomplete } = settings(clerk);
  await expect(open(incomplete as IdentityConfig)).rejects.toThrow('CLERK_ISSUER is missing');
});
