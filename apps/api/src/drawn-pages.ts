import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Where the build puts what draws pages: `dist/apps/web-server`. */
const BUILT = fileURLToPath(new URL('../../web-server/server.js', import.meta.url));
/** Pages that are cached at the most. */
const MOST_PAGES = 200;
const MINUTE_MS = 60_000;

/** What a page was drawn from: the answers of the API by their path, and the moment of drawing. */
export interface Served {
  readonly now: number;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A page as a visitor first sees it. */
export interface DrawnPage {
  readonly html: string;
  readonly title: string;
  readonly description?: string;
  readonly served: Served;
}

/** The half of apps/web that runs here, by its own words in apps/web/src/server.tsx. */
interface WebServer {
  answersFor(url: string): string[] | null;
  draw(url: string, served: Served): Promise<Omit<DrawnPage, 'served'>>;
}

/** The web app's own drawing, or null where it was not built. */
export async function loadWebServer(): Promise<WebServer | null> {
  if (!existsSync(BUILT)) return null;
  const module: unknown = await import(pathToFileURL(BUILT).href);
  return module as WebServer;
}

/**
 * Draws pages from what the API answers to a visitor, and answers null where there is nothing to draw, or no answer to
 * draw it from. The answers are asked for every time; a page is drawn anew when they, or the minute, are others.
 */
export function drawnPages(
  fastify: FastifyInstance,
  web: WebServer,
): (request: FastifyRequest) => Promise<DrawnPage | null> {
  const cache = new LRUCache<string, { key: string; page: Promise<DrawnPage> }>({
    max: MOST_PAGES,
  });
  return async ({ url, ip, log }) => {
    const paths = web.answersFor(url);
    if (paths === null) return null;
    const bodies = await Promise.all(paths.map((path) => ask(fastify, path, ip)));
    const texts = bodies.filter((body) => body !== null);
    if (texts.length < paths.length) return null;
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const key = [now, ...texts].join('\n');
    const place = paths.join();
    const cached = cache.get(place);
    if (cached?.key === key) return cached.page.catch(() => null);
    const answers = Object.fromEntries(
      paths.map((path, at) => [path, JSON.parse(texts[at] ?? '')]),
    );
    const served: Served = { now, answers };
    const page = web.draw(url, served).then((drawn) => ({ ...drawn, served }));
    cache.set(place, { key, page });
    return page.catch((error: unknown) => {
      log.error({ err: error, url }, 'a page could not be drawn');
      return null;
    });
  };
}

/** What a visitor at this address is answered; null for anything but success. */
async function ask(fastify: FastifyInstance, path: string, ip: string): Promise<string | null> {
  const { statusCode, body } = await fastify.inject({
    url: `/api/v1${path}`,
    remoteAddress: ip,
    headers: { accept: 'application/json' },
  });
  return statusCode === 200 ? body : null;
}
