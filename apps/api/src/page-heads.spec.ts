import { expect, it } from '@jest/globals';
import { answerFor, headOf, missingPage, withHead } from './page-heads.js';

const SITE = 'https://shop.test';
const HTML = `<html><head><title>Farmgate</title><meta
  name="description"
  content="A market." /></head><body></body></html>`;
const id = 'a'.repeat(24);
const nutrition = {
  calories: null,
  protein: null,
  carbohydrates: null,
  fiber: null,
  vitaminC: null,
};
const product = {
  _id: id,
  name: 'Pears & "Quince"',
  description: '<b>Ripe</b>',
  category: 'fruit',
  organic: false,
  price: 3.5,
  unit: 'lb',
  comparablePrice: { price: 3.5, per: 'lb' },
  step: 0.5,
  minimum: 0.5,
  available: 4,
  stock: 'low',
  showsCount: true,
  image: '/produce/scene-pear.svg',
  images: [{ url: '/produce/scene-pear.svg', alt: 'A pear' }],
  farmer: 'Oak Farm',
  farmId: 'b'.repeat(24),
  farmSlug: 'oak-farm',
  certification: null,
  holidayUntil: null,
  rating: 4.5,
  reviewCount: 2,
  harvestedAt: null,
  bestBefore: null,
  allergens: [],
  storage: null,
  nutrition,
  features: [],
  status: 'live',
  version: 1,
  detailsVersion: 1,
};
const pageOf = (change: object) =>
  withHead(
    HTML,
    headOf(`/products/${id}`, { ...product, ...change }, SITE),
    `/products/${id}`,
    SITE,
  );
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

it('describes a product with its price and availability, and nothing of it is markup', () => {
  const html = pageOf({});
  expect(html).toContain('<title>Pears &amp; &quot;Quince&quot; – Farmgate</title>');
  expect(html).toContain('content="Oak Farm: &lt;b>Ripe&lt;/b>"');
  expect(html).not.toContain('<b>');
  expect(html).toContain(`<link rel="canonical" href="${SITE}/products/${id}">`);
  expect(html).toContain(`<meta property="og:image" content="${SITE}/share/pear.jpg">`);
  expect(pageOf({ image: '/pictures/a-640.webp' })).toContain(
    `<meta property="og:image" content="${SITE}/pictures/a-640.webp">`,
  );
  expect(html).toContain('<meta property="og:type" content="product">');
  expect(dataIn(html)).toMatchObject({
    '@type': 'Product',
    name: product.name,
    description: product.description,
    offers: {
      price: '3.50',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      priceSpecification: { unitText: 'lb' },
    },
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  });
});

it('cuts a long description within no character', () => {
  for (let length = 120; length < 160; length++) {
    const html = pageOf({ description: `${'a'.repeat(length)}${'🍐'.repeat(40)}` });
    const shown = /name="description"\s+content="([^"]*)…"/.exec(html)?.[1];
    expect(shown).toMatch(/a(🍐)*$/u);
  }
});

it.each([
  [{ stock: 'sold_out', available: 0 }, 'OutOfStock'],
  [{ status: 'paused' }, 'OutOfStock'],
  [{ holidayUntil: '2026-12-01T00:00:00.000Z' }, 'OutOfStock'],
  [{ status: 'archived' }, 'Discontinued'],
])('says of a product with %j that it is %s', (change, availability) => {
  expect(dataIn(pageOf(change)).offers.availability).toBe(`https://schema.org/${availability}`);
});

it('says nothing of a page that does not exist but that, and keeps what a page does not change', () => {
  const missing = withHead(HTML, missingPage, '/nowhere', SITE);
  expect(missing).toContain('<title>Oops! Page not found – Farmgate</title>');
  expect(missing).toContain('noindex');
  expect(missing).not.toContain('og:');
  const home = withHead(HTML, headOf('/', null, SITE), '/', SITE);
  expect(home).toContain('<title>Farmgate</title>');
  expect(home).toContain('<meta property="og:description" content="A market.">');
  expect(withHead(HTML, headOf('/farmers', null, SITE), '/farmers', SITE)).toContain(
    '<title>Farms – Farmgate</title>',
  );
});

it('asks the API for products and farms alone', () => {
  expect(answerFor(`/products/${id}`)).toBe(`/products/${id}`);
  expect(answerFor('/farmers/oak-farm')).toBe('/farms/oak-farm');
  for (const path of ['/', '/products', '/farmers', '/orders/1'])
    expect(answerFor(path)).toBeNull();
});
