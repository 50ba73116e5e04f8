import { type ReactNode, Suspense, useDeferredValue } from 'react';

/**
 * What comes after the page: the server does not draw it, and the browser does so once the rest stands, in slices
 * that hold up nothing.
 */
export function Later({ children, place = null }: { children: ReactNode; place?: ReactNode }) {
  return useDeferredValue(true, false) ? <Suspense fallback={place}>{children}</Suspense> : place;
}
