import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { entryPage, fillCache } from './app/entry-pages';
import { Providers } from './app/providers';
import { AppRoutes } from './app/router';
import { createQueryClient } from './lib/api/query-client';
import { type ServerData, setRenderedAt } from './lib/api/server-data';

const parse = (url: string) => new URL(url, 'http://farmgate');

/**
 * The entry page at a URL: its module, and the API paths whose responses it is rendered from, or null if it is rendered
 * only in the browser. Null for all other pages.
 */
export function entryPageAt(url: string): { module: string; responses: string[] | null } | null {
  const entry = entryPage(parse(url));
  if (entry === null) return null;
  return { module: entry.module, responses: entry.responses?.map(({ path }) => path) ?? null };
}

/** A visitor's page, rendered from its responses; the browser hydrates it. Throws if a part of it suspends or fails. */
export async function renderPage(url: string, { now, answers }: ServerData): Promise<string> {
  const entry = entryPage(parse(url));
  if (!entry?.responses) throw new Error(`${url} is rendered in the browser`);
  await entry.page.preload();
  const schemas = await import('./lib/api/schemas');
  // parsed here, because the browser does not parse them again
  const parsed = entry.responses.map(({ path, schema }) => [
    path,
    schemas[schema].parse(answers[path]),
  ]);
  const client = createQueryClient();
  fillCache(client, entry.responses, { now, answers: Object.fromEntries(parsed) }, now);
  setRenderedAt(now);
  const html = renderToString(
    <Providers client={client}>
      <StaticRouter location={url}>
        <AppRoutes />
      </StaticRouter>
    </Providers>,
  );
  if (isUnfinished(html)) throw new Error(`${url} could not be rendered completely`);
  return html;
}

/** React marks a suspended or failed Suspense boundary with `<!--$?-->` or `<!--$!-->`. */
const isUnfinished = (html: string) => /<!--\$[?!]-->/.test(html);
