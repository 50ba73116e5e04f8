import { Component, type ReactNode } from 'react';
import { ChunkError } from '../lib/load-chunk';
import { logError } from '../lib/log';
import { Page, PageTitle } from '../ui/page';
import { ErrorState } from '../ui/states';
import { uiText } from '../ui/texts';
import { shellText } from './texts';

interface Props {
  children: ReactNode;
  /** The element of the error; `main` where the layout, which has one, is gone too. */
  as?: 'div' | 'main';
}

/** Error boundary for pages that throw, or a part of which cannot be loaded. */
export class RouteError extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    logError('A page failed', error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, as: Place = 'div' } = this.props;
    if (error === null) return children;
    const isBlocked = error instanceof ChunkError;
    return (
      <Place>
        <Page title={shellText.crashed}>
          <PageTitle>{shellText.crashed}</PageTitle>
          <ErrorState
            title={isBlocked ? uiText.partNotLoaded : uiText.problem}
            message={() => (isBlocked ? uiText.partNotLoadedReason : shellText.crashedHint)}
            query={{ error, isFetching: false, refetch: () => window.location.reload() }}
          />
        </Page>
      </Place>
    );
  }
}
