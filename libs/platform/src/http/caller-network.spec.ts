import { expect, it } from '@jest/globals';
import { networkOf } from './caller-network.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:db8:1:ff:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:db8:1:1ff::1', '2001:db8:1:100::/56'],
  ['2001:db8:1:abcd::1', '2001:db8:1:ab00::/56'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:0::/56'],
  ['2001:0db8:0001:0002:9::', '2001:db8:1:0::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['what a proxy made up', 'what a proxy made up'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
