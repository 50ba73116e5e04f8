import { type ReactNode, Suspense, useDeferredValue } from 'react';

/**
 * Renders its children after the rest of the page, in a deferred render that does not block it, and not on the server.
 * Until then there is an element with `data-later`.
 */
export function Deferred({
  children,
  placeholder = null,
}: {
  children: ReactNode;
  placeholder?: ReactNode;
}) {
  const fallback = (
    <>
      {placeholder}
      <span hidden data-later />
    </>
  );
  return useDeferredValue(true, false) ? (
    <Suspense fallback={fallback}>{children}</Suspense>
  ) : (
    fallback
  );
}
