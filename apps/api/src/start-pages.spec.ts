import { expect, it } from '@jest/globals';
import { startPages } from './start-pages.js';

const html = '<html><head><title>Farmgate</title></head><body></body></html>';
const id = '5'.repeat(24);
const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_cart.js': { file: 'assets/cart.js', imports: ['_vendor.js', '_card.js'] },
  '_card.js': { file: 'assets/card.js', imports: ['_cart.js'] },
  'src/app/routes/home.tsx': { file: 'assets/home.js', imports: ['index.html', '_cart.js'] },
  'src/app/routes/products.tsx': { file: 'assets/products.js', imports: ['_card.js'] },
  'src/app/routes/product.tsx': { file: 'assets/product.js' },
};
const pageOf = startPages(html, manifest);
const hrefs = (url: string) => [...pageOf(url).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

it('names what the page needs beyond the first scripts, each once, and the answer it waits for', () => {
  expect(hrefs('/')).toEqual([
    '/api/v1/products/rails',
    '/assets/home.js',
    '/assets/cart.js',
    '/assets/card.js',
  ]);
  expect(hrefs('/products')).toEqual([
    '/api/v1/products',
    '/assets/products.js',
    '/assets/card.js',
    '/assets/cart.js',
  ]);
  expect(hrefs(`/products/${id}`)).toEqual([`/api/v1/products/${id}`, '/assets/product.js']);
  expect(pageOf('/')).toMatch(/^<html><head><title>Farmgate<\/title><link /);
});

it('names no answer where a filter decides which', () => {
  expect(hrefs('/products?category=greens')).toEqual([
    '/assets/products.js',
    '/assets/card.js',
    '/assets/cart.js',
  ]);
});

it.each(['/about', '/products/x"><script>', '/nowhere'])('leaves %s as it is', (url) => {
  expect(pageOf(url)).toBe(html);
});

it('names no scripts where nobody says which there are', () => {
  expect(startPages(html, null)('/products')).toContain('href="/api/v1/products"></head>');
  expect(startPages(html, {})('/')).toContain('href="/api/v1/products/rails"></head>');
});
