import { type ReactNode, Suspense, useDeferredValue, useRef } from 'react';
import { useNear } from '../lib/use-near';

/**
 * Renders its children after the rest of the page, in a deferred render that does not block it, and never on the
 * server. Until then an element with `data-later` is in their place.
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

/** Renders its children once their place is near the viewport, never on the server; until then like `Deferred`. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const fallback = <div ref={place} data-later className="min-h-px" />;
  return isNear ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
