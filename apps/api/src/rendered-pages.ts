import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { servedPath } from '#libs/platform';

/** The web app's server build: `dist/apps/web-server`. */
const BUILT = fileURLToPath(new URL('../../web-server/server.js', import.meta.url));
/** Maximum number of cached pages. */
const PAGES_MAX = 200;
const MINUTE_MS = 60_000;

/** The inputs of a rendered page: the API's responses by path, and the time. */
export interface Served {
  readonly now: number;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A page rendered for a visitor. */
export interface RenderedPage {
  readonly html: string;
  readonly served: Served;
}

/** The exports of apps/web/src/server.tsx. */
interface WebServer {
  entryPageAt(url: string): { module: string; responses: string[] | null } | null;
  renderPage(url: string, served: Served): Promise<string>;
}

/** The web app's server build; null if it was not built. */
export async function loadWebServer(): Promise<WebServer | null> {
  if (!existsSync(BUILT)) return null;
  const module: unknown = await import(pathToFileURL(BUILT).href);
  return module as WebServer;
}

/**
 * Renders pages from the API's responses to a visitor; null for pages that are not rendered here, and if a response
 * or the rendering fails. The API is requested every time; a page is rendered again only when a response or the
 * minute changes.
 */
export function renderedPages(
  fastify: FastifyInstance,
  web: WebServer,
): (request: FastifyRequest) => Promise<RenderedPage | null> {
  const cache = new LRUCache<string, { key: string; page: Promise<RenderedPage> }>({
    max: PAGES_MAX,
  });
  return async ({ url, ip, log }) => {
    const paths = web.entryPageAt(url)?.responses;
    if (!paths) return null;
    const replies = await Promise.all(paths.map((path) => askApi(fastify, path, ip)));
    if (replies.some(({ statusCode }) => statusCode !== 200)) return null;
    const texts = replies.map(({ body }) => body);
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const key = [now, ...texts].join('\n');
    const place = paths.join();
    const cached = cache.get(place);
    if (cached?.key === key) return cached.page.catch(() => null);
    const answers = Object.fromEntries(
      paths.map((path, at) => [path, JSON.parse(texts[at] ?? '')]),
    );
    const served: Served = { now, answers };
    // One page serves all queries that have the same responses, so none of them may be in it.
    const page = web.renderPage(servedPath(url), served).then((html) => ({ html, served }));
    cache.set(place, { key, page });
    return page.catch((error: unknown) => {
      log.error({ err: error, url }, 'a page could not be rendered');
      return null;
    });
  };
}

/** The API's response to a visitor at this network address. */
export async function askApi(
  fastify: FastifyInstance,
  path: string,
  ip: string,
): Promise<{ statusCode: number; body: string }> {
  const { statusCode, body } = await fastify.inject({
    url: `/api/v1${path}`,
    remoteAddress: ip,
    headers: { accept: 'application/json' },
  });
  return { statusCode, body };
}
