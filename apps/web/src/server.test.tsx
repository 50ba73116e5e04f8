import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { entryPage, fillCache } from './app/entry-pages';
import { Providers } from './app/providers';
import { AppRoutes } from './app/router';
import { createQueryClient } from './lib/api/query-client';
import { FakeServer } from './testing/fake-server';
import { fakeId } from './testing/fixtures';

// React's server renderer needs a MessageChannel, which jsdom lacks; an open one would keep the process alive.
const channels: MessageChannel[] = [];
class ClosedAtEnd extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
}
Object.assign(globalThis, { MessageChannel: ClosedAtEnd });
afterAll(() => {
  for (const { port1 } of channels) port1.close();
});
let web: typeof import('./server');
beforeAll(async () => {
  web = await import('./server');
});

const product = `/products/${fakeId('product', 1)}`;

/** The responses that a page is rendered from. */
async function serverDataFor(url: string, server: FakeServer) {
  const answers: Record<string, unknown> = {};
  for (const path of web.entryPageAt(url)?.responses ?? [])
    answers[path] = await (await server.fetch(`/api/v1${path}`)).json();
  return { now: Date.now(), answers };
}

test.each([
  ['/', 'Fresh From Farm to Your Table', '/products/rails'],
  ['/products', 'Products', '/products'],
  ['/products?utm_source=x&sort=none', 'Products', '/products'],
  [product, 'Brandywine Tomatoes', product],
])('%s is rendered completely, and hydrated without a mismatch', async (url, h1, path) => {
  const server = new FakeServer();
  globalThis.fetch = server.fetch;
  const served = await serverDataFor(url, server);
  const html = await web.renderPage(new URL(url, 'http://farmgate').pathname, served);
  expect(html).not.toContain('<script');

  window.history.replaceState(null, '', url);
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const rendered = screen.getByRole('heading', { level: 1, name: h1 });
  const page = entryPage(window.location);
  const root = document.getElementById('root');
  if (!page?.responses || root === null) throw new Error('there is nothing to hydrate');
  const queryClient = createQueryClient();
  fillCache(queryClient, page.responses, served, Date.now());
  await page.page.preload();
  const calls = server.calls.length;
  const errors: unknown[] = [];
  const app = (
    <Providers client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  );
  const hydrated = await act(async () =>
    hydrateRoot(root, app, { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(errors).toEqual([]);
  expect(screen.getByRole('heading', { level: 1, name: h1 })).toBe(rendered);
  // the data that came with the page is not fetched again
  expect(server.calls.slice(calls)).not.toContain(`GET /api/v1${path}`);
  expect(server.calls.slice(calls)).not.toContain('GET /api/v1/settings/public');
  act(() => hydrated.unmount());
});

test('other pages, and filtered products, are rendered only in the browser', () => {
  for (const url of ['/faq', '/cart', '/products?category=fruit', '/products/plums'])
    expect(web.entryPageAt(url)?.responses ?? null).toBeNull();
  expect(web.entryPageAt('/?utm_source=poster')?.responses).toEqual([
    '/settings/public',
    '/products/rails',
  ]);
});
