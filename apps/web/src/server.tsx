import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { type FirstScreen, fillCache, firstScreen } from './app/first-screen';
import { Providers } from './app/providers';
import { makeReady } from './app/ready-pages';
import { AppRoutes } from './app/router';
import { productQueryOptions } from './features/catalogue/products';
import { catalogueText } from './features/catalogue/texts';
import { landingText } from './features/content/landing-texts';
import { createQueryClient } from './lib/query-client';
import { type Served, setDrawnAt } from './lib/served';
import { uiText } from './ui/texts';

/** A page as a visitor first sees it, for the server to send; the browser goes on from there. */
export interface Drawing {
  html: string;
  title: string;
  /** For search engines; absent where the site's own words fit. */
  description?: string;
}

const at = (url: string) => new URL(url, 'http://farmgate');
const screenAt = (url: string): FirstScreen | null => {
  const { pathname, search } = at(url);
  return firstScreen(pathname, search);
};

/** The paths of the API whose answers a page is drawn from; null for a page that is drawn in the browser alone. */
export function answersFor(url: string): string[] | null {
  return screenAt(url)?.answers.map(({ path }) => path) ?? null;
}

/** Draws a page from those answers. Throws where that cannot be done. */
export async function draw(url: string, served: Served): Promise<Drawing> {
  const screen = screenAt(url);
  if (screen === null) throw new Error(`${url} is drawn in the browser`);
  await makeReady(screen.page);
  const client = createQueryClient();
  fillCache(client, screen, served, served.now);
  setDrawnAt(served.now);
  const page = (
    <Providers client={client}>
      <StaticRouter location={url}>
        <AppRoutes />
      </StaticRouter>
    </Providers>
  );
  const html = renderToString(page);
  if (isUnfinished(html)) throw new Error(`${url} could not be drawn whole`);
  const id = /^\/products\/(\w+)$/.exec(at(url).pathname)?.[1];
  const product = id && client.getQueryData<ProductDto>(productQueryOptions(id).queryKey);
  return { html, ...describe(at(url).pathname, product || undefined) };
}

/** React's mark of a part that waits for something, or that failed. */
const isUnfinished = (html: string) => /<!--\$[?!]-->/.test(html);

function describe(pathname: string, product: ProductDto | undefined): Omit<Drawing, 'html'> {
  if (product) {
    const description = `${product.farmer}: ${product.description}`;
    return { title: uiText.documentTitle(product.name), description };
  }
  if (pathname === '/') return { title: uiText.documentTitle(landingText.title) };
  return { title: uiText.documentTitle(catalogueText.title), description: catalogueText.lead };
}
