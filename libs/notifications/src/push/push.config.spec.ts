import { createECDH } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '#libs/platform';
import { isAllowedEndpoint, keysOf, pushConfigSchema } from './push.config.js';

const pair = () => {
  const keys = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = keys.generateKeys('base64url');
  const number = keys.getPrivateKey();
  const key = Buffer.concat([Buffer.alloc(32 - number.length), number]);
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: key.toString('base64url') };
};
const KEYS = pair();
const read = (settings: Record<string, string>) => readConfig(pushConfigSchema, {}, settings);

describe('the settings of pushes', () => {
  it('are the keys, both or none', () => {
    expect(keysOf(read({}))).toBeNull();
    expect(keysOf(read(KEYS))).toEqual({
      publicKey: KEYS.VAPID_PUBLIC_KEY,
      privateKey: KEYS.VAPID_PRIVATE_KEY,
    });
  });

  it.each([
    ['half of a pair', { VAPID_PUBLIC_KEY: KEYS.VAPID_PUBLIC_KEY }, 'VAPID_PRIVATE_KEY'],
    ['the other half', { VAPID_PRIVATE_KEY: KEYS.VAPID_PRIVATE_KEY }, 'VAPID_PUBLIC_KEY'],
    [
      'halves of two pairs',
      { ...KEYS, VAPID_PRIVATE_KEY: pair().VAPID_PRIVATE_KEY },
      'that of VAPID_PRIVATE_KEY',
    ],
    ['no number', { ...KEYS, VAPID_PRIVATE_KEY: 'secret' }, '32 bytes'],
    ['an address for a host', { PUSH_HOSTS: 'https://push.example' }, 'PUSH_HOSTS'],
    ['every host', { PUSH_HOSTS: '*' }, 'PUSH_HOSTS'],
    ['a host in the network', { PUSH_HOSTS: 'redis' }, 'PUSH_HOSTS'],
    [
      'this machine in production',
      { NODE_ENV: 'production', PUSH_HOSTS: 'http://127.0.0.1:1' },
      'in production',
    ],
  ])('are refused with %s', (_, settings, message) => {
    expect(() => read(settings)).toThrow(message);
  });

  it('permit the push services of the browsers, and no other address', () => {
    const config = read({});
    for (const known of [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://wns2-par02p.notify.windows.com/w/?token=a',
      'https://web.push.apple.com/a',
    ])
      expect(isAllowedEndpoint(known, config)).toBe(true);
    for (const other of [
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://push.apple.com.evil.example/a',
      'https://evilpush.apple.com@10.0.0.1/a',
      'https://push.apple.com:444/a',
      'http://web.push.apple.com/a',
      'gopher://web.push.apple.com/a',
      '',
    ])
      expect(isAllowedEndpoint(other, config)).toBe(false);
  });
});
