import { ClerkAPIResponseError } from '@clerk/backend/errors';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CryptoKey, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { platformConfigSchema, readConfig } from '#libs/platform';
import { createIdentityProvider } from '../create-identity-provider.js';
import { identityConfigSchema } from '../identity.config.js';
import type { ClerkAccount, ClerkCalls } from './clerk.provider.js';

const ISSUER = 'https://clerk.farm.example';
let privateKey: CryptoKey;
let pem: string;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  privateKey = pair.privateKey;
  pem = await exportSPKI(pair.publicKey);
});

const ada: ClerkAccount = {
  firstName: 'Ada',
  lastName: 'Field',
  imageUrl: 'https://img.example/ada.png',
  phoneNumbers: [{ phoneNumber: '+15185550100' }],
  primaryEmailAddress: {
    emailAddress: 'Ada@Example.com',
    verification: { status: 'verified' },
  },
};

function provider(changes: Partial<ClerkCalls> = {}, onSessionEnd?: (id: string) => Promise<void>) {
  return createIdentityProvider({
    identity: readConfig(
      identityConfigSchema,
      {},
      {
        CLERK_PUBLISHABLE_KEY: 'pk_test_x',
        CLERK_SECRET_KEY: 'sk_test_x',
        CLERK_ISSUER: `${ISSUER}/`,
        CLERK_JWT_KEY: pem.replaceAll('\n', '\\n'),
      },
    ),
    platform: readConfig(
      platformConfigSchema,
      {},
      {
        MONGODB_URI: 'mongodb://unused',
        REDIS_URL: 'redis://unused',
        TICKET_SECRET: 'x'.repeat(32),
        PUBLIC_URL: 'https://farm.example',
      },
    ),
    db: () => {
      throw new Error('Clerk needs no database');
    },
    clerkCalls: {
      getUser: async () => ada,
      updateUser: async () => undefined,
      addPhone: async () => undefined,
      activeSessions: async () => [],
      revokeSession: async () => undefined,
      deleteUser: async () => undefined,
      ...changes,
    },
    onSessionEnd,
  });
}

const sessionOf = (id: string) => ({ id, createdAt: 0, lastActiveAt: 86_400_000 });

const sessionToken = (claims: object = {}) =>
  new SignJWT({ v: 2, sid: 'sess_1', sts: 'active', azp: 'https://farm.example', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'ins_1' })
    .setIssuer(ISSUER)
    .setSubject('user_ada')
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('60s')
    .sign(privateKey);

const notFound = new ClerkAPIResponseError('gone', { data: [], status: 404 });

describe('Clerk', () => {
  it('verifies a session token, which contains only the subject', async () => {
    expect(await provider().verify(await sessionToken())).toEqual({
      subject: 'user_ada',
      sessionId: 'sess_1',
      email: null,
      emailVerified: false,
      firstName: null,
      lastName: null,
      imageUrl: null,
    });
  });

  it('rejects a session that is waiting for a second factor', async () => {
    await expect(provider().verify(await sessionToken({ sts: 'pending' }))).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
  });

  it('fetches the profile, with an address that is verified only if Clerk verified it', async () => {
    const identity = await provider().verify(await sessionToken());
    expect(await provider().profileOf(identity)).toEqual({
      subject: 'user_ada',
      sessionId: 'sess_1',
      email: 'ada@example.com',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Field',
      imageUrl: 'https://img.example/ada.png',
    });
    const unverified = provider({
      getUser: async () => ({
        ...ada,
        imageUrl: 'javascript:alert(1)',
        primaryEmailAddress: { emailAddress: 'ada@example.com', verification: null },
      }),
    });
    expect(await unverified.profileOf(identity)).toMatchObject({
      email: 'ada@example.com',
      emailVerified: false,
      imageUrl: null,
    });
  });

  it('fetches no profile when the token has it, but does when the address is not known to be verified', async () => {
    const offline = provider({ getUser: () => Promise.reject(new Error('called')) });
    const claims = { email: 'Ada@Example.com', given_name: 'Ada', family_name: 'Field' };
    const full = await offline.verify(await sessionToken({ ...claims, email_verified: true }));
    expect(await offline.profileOf(full)).toEqual(full);
    const partial = await offline.verify(await sessionToken(claims));
    expect(partial).toMatchObject({ email: 'ada@example.com', emailVerified: false });
    await expect(offline.profileOf(partial)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('rejects a deleted account', async () => {
    const clerk = provider({ getUser: () => Promise.reject(notFound) });
    await expect(clerk.profileOf(await clerk.verify(await sessionToken()))).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
  });

  it('updates names, and adds a phone number that the account does not have', async () => {
    const calls: unknown[] = [];
    const clerk = provider({
      updateUser: async (...call) => calls.push(call),
      addPhone: async (...call) => calls.push(call),
    });
    const names = { firstName: 'Ada', lastName: 'Meadow' };
    await clerk.updateProfile('user_ada', { ...names, phone: null });
    await clerk.updateProfile('user_ada', { ...names, phone: '+15185550100' });
    expect(calls).toEqual([
      ['user_ada', names],
      ['user_ada', names],
    ]);
    await clerk.updateProfile('user_ada', { ...names, phone: '+15185550101 ext. 4' });
    expect(calls.at(-1)).toEqual(['user_ada', '+15185550101']);
  });

  it('reports the field that Clerk rejects', async () => {
    const longMessage = 'Phone number must be valid';
    const refused = new ClerkAPIResponseError('no', {
      data: [
        { code: 'form_param_format_invalid', message: 'is invalid', long_message: longMessage },
      ],
      status: 422,
    });
    const clerk = provider({ addPhone: () => Promise.reject(refused) });
    await expect(
      clerk.updateProfile('user_ada', { firstName: 'Ada', lastName: '', phone: '12345' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'phone', message: longMessage }],
    });
  });

  it('ends every active session of an account', async () => {
    const ended: string[] = [];
    const reported: string[] = [];
    await provider(
      {
        activeSessions: async () => ['sess_1', 'sess_2'].map(sessionOf),
        revokeSession: async (id) => {
          // The end is announced before it happens, in case the process is killed here.
          expect(reported).toContain(id);
          ended.push(id);
        },
      },
      async (id) => {
        reported.push(id);
      },
    ).revokeSessions('user_ada');
    expect(ended).toEqual(['sess_1', 'sess_2']);
    expect(reported).toEqual(ended);
  });

  it('lists the active sessions of an account for its archive', async () => {
    const clerk = provider({ activeSessions: async () => [sessionOf('sess_1')] });
    expect(await clerk.sessionsOf('user_ada')).toEqual([
      {
        _id: 'sess_1',
        signedInAt: '1970-01-01T00:00:00.000Z',
        usedAt: '1970-01-02T00:00:00.000Z',
      },
    ]);
  });

  it('exposes only its publishable key to browsers', () => {
    expect(provider().publicSettings()).toEqual({ provider: 'clerk', publishableKey: 'pk_test_x' });
  });
});
