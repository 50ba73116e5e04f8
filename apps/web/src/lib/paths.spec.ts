import { expect, it } from '@jest/globals';
import { safeNext } from './paths';

it.each(['/cart', '/orders/1?print=1', '/'])('allows a redirect to %s after signing in', (next) => {
  expect(safeNext(next)).toBe(next);
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  'cart',
  '',
  null,
])('refuses a redirect to %j', (next) => {
  expect(safeNext(next)).toBeNull();
});
