import { expect, it } from '@jest/globals';
import { trustedProxiesSetting } from './trusted-proxies.js';

const trusts = (setting: string, address: string, hop = 0) =>
  trustedProxiesSetting.parse(setting)?.(address, hop) ?? false;

it.each(['', ' ', '0'])('none is trusted with %j', (setting) => {
  expect(trustedProxiesSetting.parse(setting)).toBeNull();
});

it('so many hops are trusted, whatever their address is', () => {
  expect([0, 1, 2].map((hop) => trusts('2', '203.0.113.7', hop))).toEqual([true, true, false]);
});

it.each([
  ['10.0.0.0/8', '10.9.8.7', true],
  ['10.0.0.0/8', '::ffff:10.9.8.7', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['10.0.0.0/8, fd00::/8', 'fd12:3456::1', true],
  ['fd00::/8', '2001:db8::1', false],
  ['10.0.0.0/8', 'what a client made up', false],
])('with %s, whether %s is trusted: %s', (setting, address, isTrusted) => {
  expect(trusts(setting, address, 5)).toBe(isTrusted);
});

it.each([
  ...['11', '1,10.0.0.0/8', 'true', '*', 'caddy', '10.0.0.0/33', '10.0.0.0/0', '::/0', '-1'],
  ...['10.0.0/8', 'fd00::/129', '10.0.0.0/8/8', 'loopback'],
])('%s is refused', (setting) => {
  expect(trustedProxiesSetting.safeParse(setting).success).toBe(false);
});
