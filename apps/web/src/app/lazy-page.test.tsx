import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { lazyPage } from './lazy-page';

let online: boolean;
const load = async () => {
  if (!online) throw new TypeError('Failed to fetch dynamically imported module');
  return { Component: () => <h1>About</h1> };
};

beforeEach(() => {
  // React reports what an error boundary has caught
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  online = false;
  globalThis.fetch = async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return { status: 200 } as Response;
  };
});

afterEach(() => {
  jest.restoreAllMocks();
});

const open = (Lazy: ReturnType<typeof lazyPage>) =>
  render(
    <MemoryRouter>
      <Suspense fallback="spinner">
        <Lazy />
      </Suspense>
    </MemoryRouter>,
  );

test('a page that cannot be loaded says so, and is shown when the connection is back', async () => {
  const Lazy = lazyPage(load);
  const { unmount } = open(Lazy);
  expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  expect(screen.queryByText('spinner')).toBeNull();
  online = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  unmount();
  online = false;
  open(Lazy);
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
});

test('a second visit tries again at once', async () => {
  const Lazy = lazyPage(load);
  const { unmount } = open(Lazy);
  await screen.findByRole('heading', { level: 1, name: 'No connection' });
  unmount();
  online = true;
  open(Lazy);
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
});
