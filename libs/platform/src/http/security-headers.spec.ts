import { expect, it } from '@jest/globals';
import { readConfig } from '../config.js';
import { platformConfigSchema } from '../platform.config.js';
import { securityHeaders } from './security-headers.js';

const headersAt = (url: string, authorization?: string, settings: Record<string, string> = {}) =>
  securityHeaders(
    readConfig(
      platformConfigSchema,
      {},
      {
        NODE_ENV: 'test',
        MONGODB_URI: 'mongodb://unused',
        REDIS_URL: 'redis://unused',
        TICKET_SECRET: 's'.repeat(32),
        ...settings,
      },
    ),
  )({ url, headers: authorization === undefined ? {} : { authorization } });

const EVERYWHERE = ['x-content-type-options', 'x-frame-options', 'cross-origin-resource-policy'];
const OF_PAGES = ['referrer-policy', 'cross-origin-opener-policy', 'permissions-policy'];
const POLICY = 'content-security-policy';

it.each([
  ['/api/v1/products', [...EVERYWHERE, POLICY]],
  ['/api/v1/%E0%A4%A', [...EVERYWHERE, POLICY]],
  ['/api/auth/sign-in/email', [...EVERYWHERE, ...OF_PAGES, POLICY]],
  ['/%61pi/v1/products', [...EVERYWHERE, POLICY]],
  ['/api%2Fv1/products', [...EVERYWHERE, POLICY]],
  ['http://other.example/api/v1/products', [...EVERYWHERE, POLICY]],
  ['/api/v10', [...EVERYWHERE, ...OF_PAGES, POLICY]],
  ['/products', [...EVERYWHERE, ...OF_PAGES, POLICY]],
  ['/assets/index.js', [...EVERYWHERE, ...OF_PAGES, POLICY]],
])('%s has what keeps a browser safe there', (url, names) => {
  expect(Object.keys(headersAt(url)).sort()).toEqual([...names].sort());
  const own = headersAt(url, 'Bearer of somebody');
  expect(own).toEqual({ ...headersAt(url), 'cache-control': 'no-store' });
});

it.each(['/api/v1/products', '/api/auth/session', '/'])(
  '%s is asked for by TLS alone, where the address is one of TLS',
  (url) => {
    const of = (address: string) =>
      headersAt(url, undefined, { PUBLIC_URL: address })['strict-transport-security'];
    expect(of('https://shop.test')).toBe('max-age=31536000; includeSubDomains');
    expect(of('http://shop.test')).toBeUndefined();
  },
);

it('allows the camera to the page where codes are scanned, and to no other', () => {
  const policyAt = (url: string) => headersAt(url)['permissions-policy'];
  const allowed = 'camera=(self), microphone=(), geolocation=()';
  for (const url of ['/dashboard/farmer/hand-over', '/dashboard/farmer/hand-over?day=all'])
    expect(policyAt(url)).toBe(allowed);
  for (const url of ['/', '/dashboard/farmer', '/dashboard/farmer/hand-over/x', '/api/auth/x'])
    expect(policyAt(url)).toBe('camera=(), microphone=(), geolocation=()');
});
