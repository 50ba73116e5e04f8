import { type ComponentType, lazy } from 'react';
import { loadChunk } from '../lib/api/chunks';
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
  let failed = false;
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: (await loadChunk(load)).Component };
      } catch (error) {
        failed = true;
        throw error;
      }
    });
  let Page: ComponentType = attempt();
  // a lazy component keeps its failure
  const forgetFailure = () => {
    if (failed) Page = attempt();
    failed = false;
  };
  const Current = () => <Page />;
  const Whole = () => (
    <RouteError onRetry={forgetFailure}>
      <Current />
    </RouteError>
  );
  const preload = async () => {
    Page = (await load()).Component;
  };
  return Object.assign(Whole, { preload });
}
