import { beforeEach, expect, test } from '@jest/globals';
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
  online = false;
  globalThis.fetch = async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return { status: 200 } as Response;
  };
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

test('a second visit shows the page that the attempt of the first one loads', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let attempts = 0;
  const Lazy = lazyPage(async () => {
    attempts += 1;
    // one attempt is answered; any later one would never be
    if (attempts === 2) await arrived;
    else if (attempts > 2) await new Promise(() => undefined);
    return load();
  });
  const { unmount } = open(Lazy);
  await screen.findByRole('heading', { level: 1, name: 'No connection' });
  unmount();
  open(Lazy);
  expect(await screen.findByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  online = true;
  arrive();
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeVisible();
});
