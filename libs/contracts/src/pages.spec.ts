import { describe, expect, it } from '@jest/globals';
import { isPage, pageAddress, pagePatterns } from './pages.js';

describe('the pages of the web app', () => {
  it.each(pagePatterns)('have %s', (pattern) => {
    expect(isPage(pattern.replace(':id', 'x1').replace(':slug', 'x-1').replace('/*', ''))).toBe(
      true,
    );
  });

  it.each([
    '/products/abc',
    '/farmers/hollow-creek',
    '/orders/665f00000000000000000001',
    '/orders/665f00000000000000000001/receipt',
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
    '/products/',
    '/Products',
  ])('do not include %p', (path) => {
    expect(isPage(path)).toBe(false);
  });

  it.each([
    ['/products', '/products'],
    ['/products/', '/products'],
    ['//products//', '/products'],
    ['/Products', '/products'],
    ['//', '/'],
    ['/products//ABC/', '/products/ABC'],
    ['/Dashboard/Admin/Users/', '/dashboard/admin/users'],
    ['/nope/', null],
    ['//elsewhere.example/', null],
    ['', null],
  ])('have for %p the address %p', (path, address) => {
    expect(pageAddress(path)).toBe(address);
  });
});
