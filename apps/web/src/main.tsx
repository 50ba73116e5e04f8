import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from './app/providers';
import { reloadWhenOutdated } from './app/reload-when-outdated';
import { AppRoutes } from './app/router';
import { warmUp } from './app/warm-up';
import { listenForLeaving } from './lib/leaving';
import { createQueryClient } from './lib/query-client';
import '@fontsource-variable/fraunces/index.css';
import '@fontsource-variable/instrument-sans/index.css';
import './styles/app.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
reloadWhenOutdated();
listenForLeaving();
const queryClient = createQueryClient();
warmUp(queryClient, window.location);
createRoot(root).render(
  <StrictMode>
    <Providers client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);
