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
// loaded before the app: Jest cannot link two modules at once that share an unloaded dependency
import '../lib/api/schemas';

/** The app's current location, and a function that navigates like the address bar. */
interface TestRouter {
  state: { location: Location };
  navigate: NavigateFunction;
}

/** Renders the app at a URL with a fake server. */
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
