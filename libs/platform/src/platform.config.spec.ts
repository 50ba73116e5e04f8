import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';
import { allowedOrigins, platformConfigSchema, publicUrl } from './platform.config.js';

const good = {
  MONGODB_URI: 'mongodb://localhost:27017/farmgate',
  REDIS_URL: 'redis://localhost:6379',
  TICKET_SECRET: 's'.repeat(32),
};
const read = (
  settings: Record<string, string | undefined> = {},
  defaults: Record<string, string> = {},
) => readConfig(platformConfigSchema, defaults, { ...good, ...settings });

describe('the settings', () => {
  it('need no more than the engines and a secret', () => {
    expect(read()).toMatchObject({ NODE_ENV: 'development', PORT: 3000, ALLOWED_ORIGINS: [] });
  });

  it('name every fault at once, by its variable', () => {
    const faults = {
      NODE_ENV: 'staging',
      PORT: '70000',
      PUBLIC_URL: 'farm',
      MONGODB_URI: 'postgres://x',
      REDIS_URL: 'http://x',
      TICKET_SECRET: 'short',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: '10.0.0.0/40',
      ALLOWED_ORIGINS: '*',
      // a timer of so many milliseconds would end at once
      MONGODB_TIMEOUT_MS: '3000000000',
      REDIS_TIMEOUT_MS: '3000000000',
      SECURITY_CONTACT: 'http://shop.example',
    };
    let message = '';
    try {
      read(faults);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      message = error.message;
    }
    expect(
      message
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(':')[0])
        .sort(),
    ).toEqual(Object.keys(faults).sort());
    expect(message).toContain('.env.example');
  });

  it('do not repeat a secret that they refuse', () => {
    const reading = () => read({ TICKET_SECRET: 'hunter2' });
    expect(reading).toThrow(/TICKET_SECRET/);
    expect(reading).not.toThrow(/hunter2/);
  });

  it('take an empty value for none', () => {
    expect(read({ PORT: '', PUBLIC_URL: '', LOG_LEVEL: '' })).toMatchObject({
      PORT: 3000,
      LOG_LEVEL: 'info',
    });
    expect(() => read({ MONGODB_URI: '' })).toThrow(ConfigError);
  });

  it('prefer what the environment says to the defaults of a process, also over an empty value', () => {
    expect(read({ PORT: '4000' }, { PORT: '5000' }).PORT).toBe(4000);
    expect(read({ PORT: '' }, { PORT: '5000' }).PORT).toBe(5000);
  });

  it.each(['-1', '1.5', 'abc', '65536'])('have no port %s', (PORT) => {
    expect(() => read({ PORT })).toThrow(/PORT/);
  });
});

describe('the origins that may call', () => {
  it('are the own address and those that are listed', () => {
    const config = read({
      PUBLIC_URL: 'https://farm.example/',
      ALLOWED_ORIGINS: ' https://a.example ,, https://b.example',
    });
    expect(allowedOrigins(config)).toEqual([
      'https://farm.example',
      'https://a.example',
      'https://b.example',
    ]);
    expect(publicUrl(config)).toBe('https://farm.example');
  });

  it.each(['*', 'https://*.example', 'https://a.example/', 'a.example', 'null'])(
    'are no pattern, path or name: %s',
    (ALLOWED_ORIGINS) => {
      expect(() => read({ ALLOWED_ORIGINS })).toThrow(/ALLOWED_ORIGINS/);
    },
  );

  it('outside production include the host that the request was sent to', () => {
    const ofHost = (NODE_ENV: string) =>
      allowedOrigins(read({ NODE_ENV, PUBLIC_URL: 'https://farm.example' }), 'farm.test:3000');
    const reached = ['http://farm.test:3000', 'https://farm.test:3000'];
    expect(ofHost('development')).toEqual(['https://farm.example', ...reached]);
    expect(ofHost('test')).toEqual(['https://farm.example', ...reached]);
    expect(ofHost('production')).toEqual(['https://farm.example']);
  });

  it('are this machine, by both of its names, where no address is set', () => {
    expect(allowedOrigins(read({ PORT: '4000' }))).toEqual([
      'http://localhost:4000',
      'http://127.0.0.1:4000',
    ]);
    expect(publicUrl(read({ PORT: '4000' }))).toBe('http://localhost:4000');
  });
});
