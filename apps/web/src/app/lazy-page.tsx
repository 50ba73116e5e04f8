import { type ComponentType, lazy, useEffect, useState } from 'react';
import { OfflineError } from '../lib/api';
import { loadChunk, loadChunkNow } from '../lib/load-chunk';
import { Page, PageTitle } from '../ui/page';
import { ErrorState } from '../ui/states';
import type { LoadPage } from './preloaded-pages';
import { shellText } from './texts';

/** A page in its own chunk. While the server is unreachable an error page says so; the chunk replaces it on arrival. */
export function lazyPage(load: LoadPage): ComponentType {
  return lazy(async () => {
    const page = await loadChunkNow(load);
    return { default: page?.Component ?? waitingFor(load) };
  });
}

function waitingFor(load: LoadPage): ComponentType {
  let loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const receive = ({ Component }: { Component: ComponentType }) => {
    loaded = Component;
  };
  // Shared by all visits: each shows the page as soon as one attempt succeeds.
  const wait = () => {
    loading ??= loadChunk(load)
      .then(receive)
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  return function WaitingPage() {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<unknown>(null);
    const [trying, setTrying] = useState(false);
    const show = () => setShown(() => loaded);
    useEffect(() => {
      if (loaded === null) wait().then(() => setShown(() => loaded), setFailure);
    }, []);
    // the route's error boundary offers to reload the page
    if (failure !== null) throw failure;
    if (Shown !== null) return <Shown />;
    return (
      <Page title={shellText.notLoadedTitle}>
        <PageTitle>{shellText.notLoadedTitle}</PageTitle>
        <ErrorState
          title={shellText.notLoaded}
          message={() => shellText.notLoadedHint}
          query={{
            error: new OfflineError(),
            isFetching: trying,
            refetch: () => {
              setTrying(true);
              return load()
                .then(receive)
                .then(show, () => setTrying(false));
            },
          }}
        />
      </Page>
    );
  };
}
