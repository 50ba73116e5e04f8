import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { pageTemplate, preloadLinks } from './page-template.js';

const index = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const template = pageTemplate(index);
const head = '<title>Pears</title>';
const rendered = {
  html: '<main>$& costs $1</main>',
  served: { now: 1, answers: { '/products': { name: '</script><script>alert(1)</script>' } } },
};

it('has a page without content show the bar until the app is loaded', () => {
  const html = template({ head, rendered: null });
  expect(html).toContain('class="first-bar"');
  expect(html).toContain('<noscript>');
  expect(html).not.toContain('<!--');
  expect(html).not.toContain('id="served"');
  expect(html.match(/<title>.*?<\/title>/g)).toEqual([head]);
});

it('contains a rendered page, with its data escaped', () => {
  const html = template({ head, rendered });
  expect(html).toContain('<div id="root" data-served><main>$& costs $1</main></div>');
  expect(html).not.toContain('first-bar');
  const [, data = ''] =
    /<script type="application\/json" id="served">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(rendered.served);
});

it('preloads the further scripts of a module, each once', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', imports: ['_vendor.js'] },
    '_vendor.js': { file: 'assets/vendor.js' },
    '_cart.js': { file: 'assets/cart.js', imports: ['_vendor.js', '_card.js'] },
    '_card.js': { file: 'assets/card.js', imports: ['_cart.js'] },
    'home.tsx': { file: 'assets/home.js', imports: ['index.html', '_cart.js'] },
  };
  const hrefs = (module: string) =>
    [...preloadLinks(manifest, module).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs('home.tsx')).toEqual(['/assets/home.js', '/assets/cart.js', '/assets/card.js']);
  expect(hrefs('about.tsx')).toEqual([]);
});
