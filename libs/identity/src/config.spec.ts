import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '#libs/platform';
import { identityConfigSchema, identityKind } from './config.js';

const read = (settings: Record<string, string>) => readConfig(identityConfigSchema, {}, settings);
const faults = (settings: Record<string, string>) => {
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
  it('mean the built-in provider, with its secret, unless a Clerk key is set', () => {
    expect(identityKind(read({ AUTH_SECRET: 's'.repeat(32) }))).toBe('builtin');
    expect(identityKind(read(clerk))).toBe('clerk');
    expect(faults({})).toContain('AUTH_SECRET');
    expect(faults({ AUTH_SECRET: 'short' })).toContain('at least 32');
  });

  it('list everything that Clerk still lacks', () => {
    const message = faults({ CLERK_PUBLISHABLE_KEY: 'pk_test_x' });
    for (const name of ['CLERK_SECRET_KEY', 'CLERK_ISSUER', 'CLERK_JWKS_URL'])
      expect(message).toContain(name);
    expect(message).not.toContain('AUTH_SECRET');
  });

  it('accept a PEM key in place of the address, with line breaks as people can type them', () => {
    const { CLERK_JWKS_URL: _, ...rest } = clerk;
    const config = read({
      ...rest,
      CLERK_JWT_KEY: '-----BEGIN PUBLIC KEY-----\\nAAAA\\n-----END PUBLIC KEY-----',
    });
    expect(config.CLERK_JWT_KEY?.split('\n')).toHaveLength(3);
    expect(faults({ ...rest, CLERK_JWT_KEY: 'AAAA' })).toContain('PEM');
  });

  it('name admins in lower case, and refuse what is no address', () => {
    const AUTH_SECRET = 's'.repeat(32);
    expect(read({ AUTH_SECRET, ADMIN_EMAILS: ' A@x.example, ,b@X.example' }).ADMIN_EMAILS).toEqual([
      'a@x.example',
      'b@x.example',
    ]);
    expect(faults({ AUTH_SECRET, ADMIN_EMAILS: 'nobody' })).toContain('e-mail addresses');
  });

  it('never show a secret in their complaints', () => {
    expect(faults({ AUTH_SECRET: 'hush', CLERK_SECRET_KEY: 'hush' })).not.toContain('hush');
  });
});
