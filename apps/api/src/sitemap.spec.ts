import { afterEach, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { serveSitemap } from './sitemap.js';

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

const SITE = 'https://shop.test';
function serve(productIds: string[]) {
  server = fastify();
  serveSitemap(server, { list: () => ({ productIds, farmSlugs: ['oak-farm'] }) }, SITE);
  return server;
}
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

it('lists the pages, farms and products, and robots.txt says where', async () => {
  const shop = serve(['1', '2']);
  const { body, headers } = await shop.inject('/sitemap.xml');
  expect(headers['content-type']).toContain('xml');
  expect(addressesIn(body)).toEqual(
    expect.arrayContaining(
      ['/', '/shipping', '/farmers/oak-farm', '/products/1', '/products/2'].map(
        (path) => SITE + path,
      ),
    ),
  );
  const robots = (await shop.inject('/robots.txt')).body;
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  expect(robots).toContain('Disallow: /dashboard');
  expect((await shop.inject('/sitemap-1.xml')).statusCode).toBe(404);
});

it('is an index of several files beyond 50,000 addresses', async () => {
  const shop = serve(Array.from({ length: 60_000 }, (_, n) => `${n}`));
  const index = addressesIn((await shop.inject('/sitemap.xml')).body);
  expect(index).toEqual([`${SITE}/sitemap-1.xml`, `${SITE}/sitemap-2.xml`]);
  const parts = await Promise.all(
    index.map(async (url) => addressesIn((await shop.inject(String(url).slice(SITE.length))).body)),
  );
  expect(parts.map((part) => part.length)).toEqual([50_000, 10_010]);
});
