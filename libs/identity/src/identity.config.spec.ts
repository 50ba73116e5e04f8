import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '#libs/platform';
import { identityConfigSchema, identityKind } from './identity.config.js';

const read = (settings: Record<string, string>) => readConfig(identityConfigSchema, {}, settings);
const errorsOf = (settings: Record<string, string>) => {
  try {
    read(settings);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

const clerk = {
  CLERK_PUBLISHABLE_KEY: 'pk_test_x',
  CLERK_SECRET_KEY: 'sk_test_x',
  CLERK_ISSUER: 'https://clerk.farm.example',
  CLERK_JWKS_URL: 'https://clerk.farm.example/.well-known/jwks.json',
};

describe('the settings of identity', () => {
  it('select the built-in provider, which needs a secret, unless a Clerk key is set', () => {
    expect(identityKind(read({ AUTH_SECRET: 's'.repeat(32) }))).toBe('builtin');
    expect(identityKind(read(clerk))).toBe('clerk');
    expect(errorsOf({})).toContain('AUTH_SECRET');
    expect(errorsOf({ AUTH_SECRET: 'short' })).toContain('at least 32');
  });

  it('report every missing setting of Clerk', () => {
    const message = errorsOf({ CLERK_PUBLISHABLE_KEY: 'pk_test_x' });
    for (const name of ['CLERK_SECRET_KEY', 'CLERK_ISSUER', 'CLERK_JWKS_URL'])
      expect(message).toContain(name);
    expect(message).not.toContain('AUTH_SECRET');
  });

  it('accept a PEM key instead of the JWKS URL, with escaped line breaks', () => {
    const { CLERK_JWKS_URL: _, ...rest } = clerk;
    const config = read({
      ...rest,
      CLERK_JWT_KEY: '-----BEGIN PUBLIC KEY-----\\nAAAA\\n-----END PUBLIC KEY-----',
    });
    expect(config.CLERK_JWT_KEY?.split('\n')).toHaveLength(3);
    expect(errorsOf({ ...rest, CLERK_JWT_KEY: 'AAAA' })).toContain('PEM');
  });

  it('lower-case admin addresses, and reject invalid ones', () => {
    const AUTH_SECRET = 's'.repeat(32);
    expect(read({ AUTH_SECRET, ADMIN_EMAILS: ' A@x.example, ,b@X.example' }).ADMIN_EMAILS).toEqual([
      'a@x.example',
      'b@x.example',
    ]);
    expect(
      read({ AUTH_SECRET, ADMIN_EMAILS: '\u200Ba@b\u00FCcher.example\u00A0' }).ADMIN_EMAILS,
    ).toEqual(['a@xn--bcher-kva.example']);
    expect(errorsOf({ AUTH_SECRET, ADMIN_EMAILS: 'nobody' })).toContain('e-mail addresses');
  });

  it('never reveal a secret in an error', () => {
    expect(errorsOf({ AUTH_SECRET: 'hush', CLERK_SECRET_KEY: 'hush' })).not.toContain('hush');
  });
});
