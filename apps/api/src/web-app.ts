import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPage, pageAddress } from '#libs/contracts';
import { DomainError, PAGE_HEADERS, servedPath } from '#libs/platform';
import { answerFor, headOf, headTags, missingPage } from './page-heads.js';
import { type Manifest, manifestSchema, pageTemplate, preloadLinks } from './page-template.js';
import { askApi, loadWebServer, type RenderedPage, renderedPages } from './rendered-pages.js';
import { NO_SERVICE_WORKER, SERVICE_WORKER } from './service-worker.js';

/** The built web app: `dist/apps/web`. */
const BUILT = fileURLToPath(new URL('../../web/', import.meta.url));

/** The API's statuses for what does not exist, and for ids and names that cannot exist. */
const MISSING = new Set([400, 404]);

/** Where Stripe's script, its card fields and the challenges of banks come from, as its security guide lists them. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: [],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Whose scripts and frames the pages contain besides their own. */
interface Foreign {
  /** The hosts of a hosted identity provider. */
  readonly identityOrigins: readonly string[];
  /** Whether cards are taken by Stripe. */
  readonly takesStripe: boolean;
}

/** Allows scripts, styles and pictures of this origin only, and no inline scripts. */
function contentSecurityPolicy({ identityOrigins, takesStripe }: Foreign): string {
  const also = (kind: keyof typeof STRIPE) =>
    [...identityOrigins, ...(takesStripe ? STRIPE[kind] : [])]
      .map((origin) => ` ${origin}`)
      .join('');
  return [
    `default-src 'self'`,
    `script-src 'self'${also('script')}`,
    `connect-src 'self'${also('connect')}`,
    `img-src 'self' data: blob:${also('img')}`,
    `style-src 'self'${identityOrigins.length > 0 ? ` 'unsafe-inline'` : ''}`,
    `frame-src 'self'${also('frame')}`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

async function readManifest(): Promise<Manifest> {
  const file = join(BUILT, '.vite/manifest.json');
  return existsSync(file) ? manifestSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : {};
}

/** The paths of the built files, without the hidden ones. */
async function builtPaths(): Promise<ReadonlySet<string>> {
  const entries = await readdir(BUILT, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(BUILT, join(parentPath, name))}`);
  return new Set(paths.filter((path) => !path.includes('/.')));
}

/** Built files that have the headers of a page: an installed app starts from them. */
const AS_PAGES = new Set(['/index.html', SERVICE_WORKER]);

/** The path of the request that this built file answers. */
const pathOf = (file: string) => `/${relative(BUILT, file).replace(/\.(br|gz)$/, '')}`;

/** The URL of a page with the query of a request for it. */
function locationOf(address: string, url: string): string {
  const path = address.split('/').map(encodeURIComponent).join('/');
  const query = url.indexOf('?');
  return query < 0 ? path : path + url.slice(query);
}

/**
 * Serves the built web app: its files, the start page for each of its pages, and the same page with status 404 for any
 * other path and for a missing product or farm. A page's path in another spelling is redirected. `site` is the URL of
 * this installation; `serviceWorker` is whether its pages may install one.
 */
export async function serveWebApp(
  fastify: FastifyInstance,
  { site, serviceWorker, ...foreign }: Foreign & { site: string; serviceWorker: boolean },
): Promise<void> {
  if (!existsSync(join(BUILT, 'index.html'))) return;
  const template = pageTemplate(await readFile(join(BUILT, 'index.html'), 'utf8'));
  const manifest = await readManifest();
  const web = await loadWebServer();
  const rendered = web ? renderedPages(fastify, web) : async () => null;
  /** Reuses the responses from which the page was rendered instead of requesting the API again. */
  const headAt = async (path: string, page: RenderedPage | null, ip: string) => {
    if (!isPage(path)) return missingPage;
    const answer = answerFor(path);
    if (answer === null) return headOf(path, null, site);
    const known = page?.served.answers[answer];
    if (known !== undefined) return headOf(path, known, site);
    const { statusCode, body } = await askApi(fastify, answer, ip);
    if (MISSING.has(statusCode)) return missingPage;
    return headOf(path, statusCode === 200 ? JSON.parse(body) : null, site);
  };
  const pageHeaders = {
    'content-security-policy': contentSecurityPolicy(foreign),
    'cache-control': 'no-cache',
  };
  await fastify.register(fastifyStatic, {
    root: BUILT,
    // A route per file would take a fifth of the processor time of the start.
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, file) {
      if (AS_PAGES.has(pathOf(file))) return void reply.headers(pageHeaders);
      // Saves 150 bytes in each of the dozen files that a first page needs.
      for (const name of PAGE_HEADERS) reply.removeHeader(name);
      // The names in /assets/ contain a hash of the content; other files are revalidated after a day.
      reply.header(
        'cache-control',
        file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      );
    },
  });
  const files = await builtPaths();
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = servedPath(request.url);
    if (path === SERVICE_WORKER && !serviceWorker)
      return reply.headers(pageHeaders).type('text/javascript').send(NO_SERVICE_WORKER);
    if (files.has(path)) return reply.sendFile(path);
    if (path.startsWith('/api/')) throw new DomainError('ROUTE_NOT_FOUND');
    const address = pageAddress(path) ?? path;
    if (address !== path) return reply.redirect(locationOf(address, request.url), 301);
    const page = await rendered(request);
    const head = await headAt(path, page, request.ip);
    const module = web?.entryPageAt(request.url)?.module;
    const links = module === undefined ? '' : preloadLinks(manifest, module);
    return reply
      .status(head.isMissing ? 404 : 200)
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send(template({ head: headTags(head, path, site) + links, rendered: page }));
  };
  fastify.get('/*', answer);
  // Routes of their own, because metrics tell files from pages by the route: one per folder, and per file beside them.
  const routes = new Set([...files].map((path) => path.replace(/^(\/[^/]+\/).*/, '$1*')));
  for (const route of routes) fastify.get(route, answer);
}
