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

it('preloads the further scripts of the page, each once, and the response that it needs', () => {
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

it('preloads no response where it depends on a filter', () => {
  expect(hrefs('/products?category=greens')).toEqual([
    '/assets/products.js',
    '/assets/card.js',
    '/assets/cart.js',
  ]);
});

it.each(['/about', '/products/x"><script>', '/nowhere'])('does not change %s', (url) => {
  expect(pageOf(url)).toBe(html);
});

it('preloads no scripts without a manifest', () => {
  expect(startPages(html, null)('/products')).toContain('href="/api/v1/products"></head>');
  expect(startPages(html, {})('/')).toContain('href="/api/v1/products/rails"></head>');
});

const built = `<html><head>
  <title>Farmgate</title>
  <meta
    name="description"
    content="A market"
  />
  <script type="module" crossorigin src="/assets/index.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/vendor.js">
</head><body>
  <div id="root">
    <div class="first-bar"><p>Farmgate</p></div>
  </div>
</body></html>`;
const page = {
  html: '<main>$& costs $1</main>',
  title: 'Salt & <pepper>',
  description: `"Ours" ${'a'.repeat(200)}`,
  served: { now: 1, answers: { '/products': { name: '</script><script>alert(1)</script>' } } },
};

it('inserts a rendered page, with its data escaped', () => {
  const html = startPages(built, manifest)('/products', page);
  expect(html).toContain('<div id="root" data-served><main>$& costs $1</main></div>');
  expect(html).not.toContain('first-bar');
  expect(html).toContain('<title>Salt &amp; &lt;pepper></title>');
  expect(html).toMatch(/content="&quot;Ours&quot; a{152}…"/);
  const [, data = ''] =
    /<script type="application\/json" id="served">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(page.served);
});

it('lets a rendered page be painted before its scripts run', () => {
  const html = startPages(built, manifest)('/products', page);
  expect(html).not.toContain('<script type="module"');
  expect(html).toContain('href="/assets/index.js" data-entry>');
  expect(html.match(/rel="modulepreload"/g)).toHaveLength(5);
  expect(html.match(/rel="modulepreload" fetchpriority="low"/g)).toHaveLength(5);
  expect(html).not.toContain('rel="preload" as="fetch"');
});
