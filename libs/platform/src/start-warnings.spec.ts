import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';
import { platformConfigSchema, startWarnings } from './platform.config.js';

const secure = {
  NODE_ENV: 'production',
  MONGODB_URI: 'mongodb://localhost:27017/farmgate',
  REDIS_URL: 'redis://localhost:6379',
  TICKET_SECRET: 's'.repeat(32),
  PUBLIC_URL: 'https://shop.example',
  TRUSTED_PROXIES: '1',
};
const warnings = (settings: Record<string, string> = {}) =>
  startWarnings(readConfig(platformConfigSchema, {}, { ...secure, ...settings }));

describe('at its start a process in production', () => {
  it('has nothing to warn of behind a trusted proxy with TLS', () => {
    expect(warnings()).toEqual([]);
  });

  it.each(['', 'http://shop.example'])('says what it lacks without TLS: PUBLIC_URL=%s', (url) => {
    const [first, ...others] = warnings({ PUBLIC_URL: url });
    expect(others).toEqual([]);
    for (const lacking of ['PUBLIC_URL', 'passwords', 'Secure', 'HSTS', 'https address'])
      expect(first).toContain(lacking);
  });

  it('names origins without TLS, and a proxy that is not trusted', () => {
    const ALLOWED_ORIGINS = 'https://a.example,http://b.example';
    expect(warnings({ ALLOWED_ORIGINS, TRUSTED_PROXIES: '' })).toEqual([
      expect.stringMatching(/^ALLOWED_ORIGINS .*: http:\/\/b\.example$/),
      expect.stringContaining('TRUSTED_PROXIES'),
    ]);
  });
});

it('elsewhere warns of nothing', () => {
  expect(warnings({ NODE_ENV: 'development', PUBLIC_URL: '', TRUSTED_PROXIES: '' })).toEqual([]);
});
