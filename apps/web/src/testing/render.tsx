import { render } from '@testing-library/react';
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { Providers } from '../app/providers';
import { AppRoutes } from '../app/router';
import { FakeServer } from './fake-server';

/** Where the app is, and a way to send it elsewhere, as the address bar would. */
interface TestRouter {
  state: { location: Location };
  navigate: NavigateFunction;
}

/** Opens the app at an address against a fake server, as a browser would. */
export function renderApp(address: string, server: FakeServer = new FakeServer()) {
  globalThis.fetch = server.fetch;
  let router: TestRouter | null = null;
  function Probe() {
    const location = useLocation();
    const navigate = useNavigate();
    if (router === null) router = { state: { location }, navigate };
    else Object.assign(router, { state: { location }, navigate });
    return null;
  }
  const view = render(
    <Providers>
      <MemoryRouter initialEntries={[address]}>
        <Probe />
        <AppRoutes />
      </MemoryRouter>
    </Providers>,
  );
  if (router === null) throw new Error('the router did not start');
  return { ...view, router: router as TestRouter, server };
}
