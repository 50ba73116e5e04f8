import { MessageChannel } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { fillCache, firstScreen } from './app/first-screen';
import { Providers } from './app/providers';
import { makeReady } from './app/ready-pages';
import { AppRoutes } from './app/router';
import { createQueryClient } from './lib/query-client';
import { FakeServer } from './testing/fake-server';
import { fakeId } from './testing/fixtures';

// what servers have and jsdom lacks
Object.assign(globalThis, { MessageChannel });
const { answersFor, draw } = await import('./server');

const product = `/products/${fakeId('product', 1)}`;

/** What a page is drawn from: the answers that a visitor gets. */
async function servedAt(url: string, server: FakeServer) {
  const answers: Record<string, unknown> = {};
  for (const path of answersFor(url) ?? [])
    answers[path] = await (await server.fetch(`/api/v1${path}`)).json();
  return { now: Date.now(), answers };
}

test.each([
  ['/', 'Fresh From Farm to Your Table', '/products/rails'],
  ['/products', 'Products', '/products'],
  [product, 'Brandywine Tomatoes', product],
])('%s is drawn whole, and the browser goes on from what stands there', async (url, h1, path) => {
  const server = new FakeServer();
  globalThis.fetch = server.fetch;
  const served = await servedAt(url, server);
  const { html, title } = await draw(url, served);
  expect(html).not.toContain('<script');
  expect(title).toContain('Farmgate');

  window.history.replaceState(null, '', url);
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const drawn = screen.getByRole('heading', { level: 1, name: h1 });
  const screenHere = firstScreen(url, '');
  const root = document.getElementById('root');
  if (screenHere === null || root === null) throw new Error('there is nothing to go on from');
  const queryClient = createQueryClient();
  fillCache(queryClient, screenHere, served, Date.now());
  await makeReady(screenHere.page);
  const calls = server.calls.length;
  const faults: unknown[] = [];
  const app = (
    <Providers client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  );
  const running = await act(async () =>
    hydrateRoot(root, app, { onRecoverableError: (fault) => faults.push(fault) }),
  );
  // what comes after the first screen is here: the page is alive
  await waitFor(() => expect(screen.getByRole('button', { name: 'Colours' })).toBeVisible());
  expect(faults).toEqual([]);
  expect(screen.getByRole('heading', { level: 1, name: h1 })).toBe(drawn);
  // nothing that came with the page is asked for again
  expect(server.calls.slice(calls)).not.toContain(`GET /api/v1${path}`);
  expect(server.calls.slice(calls)).not.toContain('GET /api/v1/settings/public');
  act(() => running.unmount());
});

test('other pages, and what a filter finds, are drawn in the browser alone', () => {
  for (const url of ['/faq', '/cart', '/products?category=fruit', '/products/plums'])
    expect(answersFor(url)).toBeNull();
  expect(answersFor('/?utm_source=poster')).toEqual(['/settings/public', '/products/rails']);
});
