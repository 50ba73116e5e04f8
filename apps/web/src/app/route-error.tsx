import { Component, type ReactNode, startTransition, useEffect, useTransition } from 'react';
import { ChunkError, NewVersionError, OfflineError, whenReachable } from '../lib/api/chunks';
import { logError } from '../lib/browser/page';
import { Page, PageTitle } from '../ui/page';
import { ErrorState } from '../ui/states';
import { uiText } from '../ui/texts';
import { shellText } from './texts';

interface Props {
  children: ReactNode;
  /** The element of the error; `main` where the layout, which has one, is gone too. */
  as?: 'div' | 'main';
  /** Called before the children are rendered again. */
  onRetry?: () => void;
}

/** Error boundary for pages that throw, or that cannot be loaded. */
export class RouteError extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof OfflineError)) logError('A page failed', error);
  }

  override componentWillUnmount(): void {
    this.props.onRetry?.();
  }

  readonly retry = () => {
    this.props.onRetry?.();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    const { children, as: Place = 'div' } = this.props;
    if (error === null) return children;
    if (error instanceof OfflineError) return <NoConnection error={error} onRetry={this.retry} />;
    const isBlocked = error instanceof ChunkError;
    return (
      <Place>
        <Page title={shellText.crashed}>
          <PageTitle>{shellText.crashed}</PageTitle>
          <ErrorState
            title={isBlocked ? uiText.partNotLoaded : uiText.problem}
            message={(why) => {
              if (error instanceof NewVersionError) return why;
              return isBlocked ? uiText.partNotLoadedReason : shellText.crashedHint;
            }}
            query={{ error, isFetching: false, refetch: () => window.location.reload() }}
          />
        </Page>
      </Place>
    );
  }
}

/** Instead of a page that was not loaded before the connection was lost; tries again by itself. */
function NoConnection({ error, onRetry }: { error: OfflineError; onRetry: () => void }) {
  const [isTrying, startRetry] = useTransition();
  // after each failed attempt
  useEffect(() => whenReachable(() => startTransition(onRetry)));
  return (
    <Page title={shellText.notLoadedTitle}>
      <PageTitle>{shellText.notLoadedTitle}</PageTitle>
      <ErrorState
        title={shellText.notLoaded}
        message={() => shellText.notLoadedHint}
        query={{ error, isFetching: isTrying, refetch: () => startRetry(onRetry) }}
      />
    </Page>
  );
}
