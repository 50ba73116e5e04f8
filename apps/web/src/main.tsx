import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { entryPage, fillCache, prefetchPage } from './app/entry-pages';
import { Providers } from './app/providers';
import { AppRoutes } from './app/router';
import { createQueryClient } from './lib/api/query-client';
import { readClockOf, readServerData, requestedAt, setRenderedAt } from './lib/api/server-data';
import { actFor, storedToken } from './lib/api/token';
import { installNavigationGuard } from './lib/browser/page';
import { installTranslationGuard } from './lib/browser/translation-guard';
import { noteTyping } from './lib/browser/typed-text';
import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/instrument-sans/index.css';
import './styles/fonts.css';
import './styles/app.css';

declare global {
  interface Window {
    /** The last control clicked before hydration, from public/start.js. */
    clickedBeforeHydration?: HTMLElement;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
installNavigationGuard();
installTranslationGuard();
noteTyping();
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

const entry = entryPage(window.location);
const served = readServerData();
// the server renders pages for visitors only; a member's page is rendered in the browser
if (entry?.responses && served !== null && storedToken() === null) {
  fillCache(queryClient, entry.responses, served, requestedAt());
  setRenderedAt(served.now);
  readClockOf(served);
  const hydrate = () => {
    startTransition(() => {
      // React renders a mismatch again
      hydrateRoot(root, app, { onRecoverableError: () => undefined });
    });
    delete root.dataset.served;
    window.clickedBeforeHydration?.click();
  };
  // with the route's chunk loaded, hydration does not suspend
  entry.page.preload().then(hydrate, hydrate);
} else {
  // the queries know the member whose data is kept
  actFor(storedToken());
  prefetchPage(queryClient, window.location);
  root.replaceChildren();
  delete root.dataset.served;
  createRoot(root).render(app);
}
