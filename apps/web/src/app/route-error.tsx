import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { logError } from '../lib/log';
import { ErrorState } from '../ui/states';
import { shellText } from './texts';

/** A page that threw: said plainly, with a way on. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => logError('A page failed', error), [error]);
  return (
    <main className="wrap py-16">
      <ErrorState
        title={shellText.crashed}
        error={error}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
