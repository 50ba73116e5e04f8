import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CataloguePages } from '#libs/catalogue';
import { PUBLIC_PAGES } from '#libs/contracts';

/** Maximum number of URLs in one file. */
const ADDRESSES_MAX = 50_000;
const MINUTE_MS = 60_000;

/** Pages that show nothing without a session. */
const PRIVATE = [
  '/dashboard',
  '/orders',
  '/cart',
  '/checkout',
  '/inbox',
  '/admin',
  '/my-products',
  '/sign-in',
  '/sign-up',
  '/sso-callback',
  '/test-cards',
  '/api/',
];

const xml = (root: string, entry: string, urls: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...urls.map((url) => `<${entry}><loc>${url}</loc></${entry}>`),
    `</${root}>\n`,
  ].join('\n');

/** The files of a sitemap: one, or an index and its parts, numbered from 1. */
export function sitemapFiles(urls: readonly string[], site: string): string[] {
  if (urls.length <= ADDRESSES_MAX) return [xml('urlset', 'url', urls)];
  const parts = Array.from({ length: Math.ceil(urls.length / ADDRESSES_MAX) }, (_, n) =>
    xml('urlset', 'url', urls.slice(n * ADDRESSES_MAX, (n + 1) * ADDRESSES_MAX)),
  );
  const names = parts.map((_, n) => `${site}/sitemap-${n + 1}.xml`);
  return [xml('sitemapindex', 'sitemap', names), ...parts];
}

/** Serves robots.txt and the sitemap, which is generated at most once a minute. */
export function serveSitemap(
  fastify: FastifyInstance,
  pages: Pick<CataloguePages, 'list'>,
  site: string,
): void {
  let written = { at: Number.NEGATIVE_INFINITY, files: [] as string[] };
  const files = () => {
    if (Date.now() - written.at >= MINUTE_MS) {
      const { productIds, farmSlugs } = pages.list();
      const paths = [
        ...PUBLIC_PAGES,
        ...farmSlugs.map((slug) => `/farmers/${slug}`),
        ...productIds.map((id) => `/products/${id}`),
      ];
      const urls = paths.map((path) => `${site}${path}`);
      written = { at: Date.now(), files: sitemapFiles(urls, site) };
    }
    return written.files;
  };
  const send = (reply: FastifyReply, file: string | undefined) =>
    file === undefined
      ? reply.callNotFound()
      : reply
          .headers({ 'cache-control': 'public, max-age=3600' })
          .type('application/xml; charset=utf-8')
          .send(file);
  fastify.get('/sitemap.xml', (_, reply) => send(reply, files()[0]));
  fastify.get<{ Params: { part: string } }>(
    '/sitemap-:part(^[1-9]\\d{0,3}).xml',
    (request, reply) => send(reply, files()[Number(request.params.part)]),
  );
  const robots = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');
  fastify.get('/robots.txt', (_, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=86400' })
      .type('text/plain; charset=utf-8')
      .send(robots),
  );
}
