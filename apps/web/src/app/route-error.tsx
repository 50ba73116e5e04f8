import { Component, type ReactNode } from 'react';
import { logError } from '../lib/log';
import { ErrorState } from '../ui/states';
import { shellText } from './texts';

/** Error boundary for pages that throw, or whose chunk no longer exists after a release. */
export class RouteError extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    logError('A page failed', error);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <main className="wrap py-16">
        <ErrorState
          title={shellText.crashed}
          query={{
            error: this.state.error,
            isFetching: false,
            refetch: () => window.location.reload(),
          }}
        />
      </main>
    );
  }
}
