import { describe, expect, it } from '@jest/globals';
import { isPage, pagePatterns } from './pages.js';

describe('the pages of the web app', () => {
  it.each(pagePatterns)('have %s', (pattern) => {
    expect(isPage(pattern.replace(':id', 'x1').replace(':slug', 'x-1').replace('/*', ''))).toBe(
      true,
    );
  });

  it.each([
    '/products/',
    '/products/abc',
    '/farmers/hollow-creek',
    '/orders/665f00000000000000000001',
    '/sign-in/factor-one',
    '/sign-up/verify/email',
    '/dashboard/customer/orders',
    '/dashboard',
  ])('include %s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each([
    '',
    '/nope',
    '/productsx',
    '/products/a/b',
    '/farmers/a/b',
    '/orders',
    '/about/us',
    '/xabout',
    '/sign-inx',
    '/dashboardx',
    '/dashboard/nobody',
    '/dashboard/admin/nothing',
    '/dashboard/customer/orders/x',
    '/wp-login.php',
    '//products',
  ])('do not include %p', (path) => {
    expect(isPage(path)).toBe(false);
  });
});
