import { type ComponentType, use } from 'react';
import { loadChunk } from '../lib/chunks';
import { RouteError } from './route-error';

/** Loads the chunk of a page. */
export type LoadPage = () => Promise<{ Component: ComponentType }>;

/** A page in its own chunk, inside its error boundary. */
export interface LazyPage {
  (): React.JSX.Element;
  /** Loads the page before the render, which then does not suspend: hydration finds the page's markup. */
  preload(): Promise<void>;
}

/** A page that is loaded on the first visit. */
export function lazyPage(load: LoadPage): LazyPage {
  let loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  let failed = false;
  const preload = () => {
    loading ??= loadChunk(load).then(
      ({ Component }) => {
        loaded = Component;
      },
      (error) => {
        failed = true;
        throw error;
      },
    );
    return loading;
  };
  const forgetFailure = () => {
    if (failed) loading = null;
    failed = false;
  };
  function Loaded() {
    if (loaded === null) use(preload());
    const Page = loaded;
    return Page && <Page />;
  }
  const LazyPage = () => (
    <RouteError onRetry={forgetFailure}>
      <Loaded />
    </RouteError>
  );
  return Object.assign(LazyPage, { preload });
}
