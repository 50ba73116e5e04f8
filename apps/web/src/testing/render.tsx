import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Providers } from '../app/providers';
import { routes } from '../app/router';
import { FakeServer } from './fake-server';

/** Opens the app at an address against a fake server, as a browser would. */
export function renderApp(address: string, server: FakeServer = new FakeServer()) {
  globalThis.fetch = server.fetch;
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const view = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, router, server };
}
