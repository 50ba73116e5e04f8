import { type ReactNode, Suspense, useDeferredValue } from 'react';

/**
 * What comes after the page: the server does not draw it, and the browser does so once the rest stands, in slices
 * that hold up nothing. Until then `data-later` says that something is to come.
 */
export function Later({ children, place = null }: { children: ReactNode; place?: ReactNode }) {
  const waiting = (
    <>
      {place}
      <span hidden data-later />
    </>
  );
  return useDeferredValue(true, false) ? (
    <Suspense fallback={waiting}>{children}</Suspense>
  ) : (
    waiting
  );
}
