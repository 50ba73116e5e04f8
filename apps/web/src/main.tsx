import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { fillCache, firstScreen } from './app/first-screen';
import { Providers } from './app/providers';
import { makeReady } from './app/ready-pages';
import { AppRoutes } from './app/router';
import { warmUp } from './app/warm-up';
import { listenForLeaving } from './lib/leaving';
import { createQueryClient } from './lib/query-client';
import { askedAt, readServed, setDrawnAt } from './lib/served';
import { storedToken } from './lib/token';
import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/instrument-sans/index.css';
import './styles/app.css';

declare global {
  interface Window {
    /** What was pressed before the app was there: public/start.js keeps it. */
    pressedEarly?: HTMLElement;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
listenForLeaving();
const queryClient = createQueryClient();
const app = (
  <StrictMode>
    <Providers client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  </StrictMode>
);

const screen = firstScreen(window.location.pathname, window.location.search);
const served = readServed();
// what the server draws is a visitor's page: members begin with an empty one
if (screen !== null && served !== null && storedToken() === null) {
  fillCache(queryClient, screen, served, askedAt());
  setDrawnAt(served.now);
  const goOn = () => {
    startTransition(() => {
      // what differs, such as a day in another time zone, is drawn anew here
      hydrateRoot(root, app, { onRecoverableError: () => undefined });
    });
    delete root.dataset.served;
    window.pressedEarly?.click();
  };
  // with the page's own file at hand nothing that stands there has to wait
  makeReady(screen.page).then(goOn, goOn);
} else {
  warmUp(queryClient, window.location);
  root.replaceChildren();
  delete root.dataset.served;
  createRoot(root).render(app);
}
