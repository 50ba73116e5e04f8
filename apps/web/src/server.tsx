import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { preloadPage } from './app/preloaded-pages';
import { Providers } from './app/providers';
import { AppRoutes } from './app/router';
import { fillCache, type ServerRenderedPage, serverRenderedPage } from './app/server-rendered-page';
import { productQueryOptions } from './features/catalogue/products';
import { catalogueText } from './features/catalogue/texts';
import { landingText } from './features/content/landing-texts';
import { createQueryClient } from './lib/query-client';
import { type ServerData, setRenderedAt } from './lib/server-data';
import { uiText } from './ui/texts';

/** A visitor's page, rendered on the server; the browser hydrates it. */
export interface RenderedPage {
  html: string;
  title: string;
  /** For search engines; without it, the description of index.html applies. */
  description?: string;
}

const parse = (url: string) => new URL(url, 'http://farmgate');
const pageFor = (url: string): ServerRenderedPage | null => {
  const { pathname, search } = parse(url);
  return serverRenderedPage(pathname, search);
};

/** The API paths whose responses a page is rendered from; null for a page that is rendered only in the browser. */
export function responsePathsFor(url: string): string[] | null {
  return pageFor(url)?.responses.map(({ path }) => path) ?? null;
}

/** Renders a page from the responses that {@link responsePathsFor} names. Throws if a part of it suspends or fails. */
export async function renderPage(url: string, served: ServerData): Promise<RenderedPage> {
  const screen = pageFor(url);
  if (screen === null) throw new Error(`${url} is rendered in the browser`);
  await preloadPage(screen.page);
  const client = createQueryClient();
  fillCache(client, screen, await parsed(screen, served), served.now);
  setRenderedAt(served.now);
  const page = (
    <Providers client={client}>
      <StaticRouter location={url}>
        <AppRoutes />
      </StaticRouter>
    </Providers>
  );
  const html = renderToString(page);
  if (isUnfinished(html)) throw new Error(`${url} could not be rendered completely`);
  const id = /^\/products\/(\w+)$/.exec(parse(url).pathname)?.[1];
  const product = id && client.getQueryData<ProductDto>(productQueryOptions(id).queryKey);
  return { html, ...describe(parse(url).pathname, product || undefined) };
}

/** The responses, parsed with their contracts, because the browser does not parse them again. */
async function parsed(
  { responses }: ServerRenderedPage,
  { now, answers }: ServerData,
): Promise<ServerData> {
  const schemas = await import('./lib/schemas');
  const entries = responses.map(({ path, schema }) => [path, schemas[schema].parse(answers[path])]);
  return { now, answers: Object.fromEntries(entries) };
}

/** React marks a suspended or failed Suspense boundary with `<!--$?-->` or `<!--$!-->`. */
const isUnfinished = (html: string) => /<!--\$[?!]-->/.test(html);

function describe(pathname: string, product: ProductDto | undefined): Omit<RenderedPage, 'html'> {
  if (product) {
    const description = `${product.farmer}: ${product.description}`;
    return { title: uiText.documentTitle(product.name), description };
  }
  if (pathname === '/') return { title: uiText.documentTitle(landingText.title) };
  return { title: uiText.documentTitle(catalogueText.title), description: catalogueText.lead };
}
