import { ClerkAPIResponseError } from '@clerk/backend/errors';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CryptoKey, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { platformConfigSchema, readConfig } from '#libs/platform';
import { identityConfigSchema } from '../config.js';
import { createIdentityProvider } from '../create-identity-provider.js';
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

function provider(changes: Partial<ClerkCalls> = {}) {
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
      ...changes,
    },
  });
}

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
  it('vouches for the bearer of a session token, which tells no more than the account', async () => {
    expect(await provider().verify(await sessionToken())).toEqual({
      subject: 'user_ada',
      email: null,
      emailVerified: false,
      firstName: null,
      lastName: null,
      imageUrl: null,
    });
  });

  it('does not vouch for a session that is still waiting for a second factor', async () => {
    await expect(provider().verify(await sessionToken({ sts: 'pending' }))).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
  });

  it('fills in the profile, but calls an address verified only if Clerk does', async () => {
    const identity = await provider().verify(await sessionToken());
    expect(await provider().profileOf(identity)).toEqual({
      subject: 'user_ada',
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

  it('does not ask when the token tells everything, and asks when it leaves open whether the address is verified', async () => {
    const silent = provider({ getUser: () => Promise.reject(new Error('asked')) });
    const claims = { email: 'Ada@Example.com', given_name: 'Ada', family_name: 'Field' };
    const full = await silent.verify(await sessionToken({ ...claims, email_verified: true }));
    expect(await silent.profileOf(full)).toEqual(full);
    const open = await silent.verify(await sessionToken(claims));
    expect(open).toMatchObject({ email: 'ada@example.com', emailVerified: false });
    await expect(silent.profileOf(open)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('refuses a deleted account', async () => {
    const gone = provider({ getUser: () => Promise.reject(notFound) });
    await expect(gone.profileOf(await gone.verify(await sessionToken()))).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
  });

  it('takes over names, and a phone number that it does not know yet', async () => {
    const calls: unknown[] = [];
    const clerk = provider({
      updateUser: async (...call) => calls.push(call),
      addPhone: async (...call) => calls.push(call),
    });
    const names = { firstName: 'Ada', lastName: 'Meadow' };
    await clerk.updateProfile('user_ada', { ...names, phone: null });
    await clerk.updateProfile('user_ada', { ...names, phone: '+1 (518) 555-0100' });
    expect(calls).toEqual([
      ['user_ada', names],
      ['user_ada', names],
    ]);
    await clerk.updateProfile('user_ada', { ...names, phone: '+1 518 555 0101' });
    expect(calls.at(-1)).toEqual(['user_ada', '+15185550101']);
  });

  it('says which field it does not accept', async () => {
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
    await provider({
      activeSessions: async () => [{ id: 'sess_1' }, { id: 'sess_2' }],
      revokeSession: async (id) => ended.push(id),
    }).revokeSessions('user_ada');
    expect(ended).toEqual(['sess_1', 'sess_2']);
  });

  it('tells browsers its publishable key and nothing else', () => {
    expect(provider().publicSettings()).toEqual({ provider: 'clerk', publishableKey: 'pk_test_x' });
  });
});
