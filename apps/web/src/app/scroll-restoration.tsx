import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();
/** How long a page may take to become tall enough for the stored position. */
const RESTORE_TIMEOUT_MS = 1_000;

/** Scrolls in every frame until the position is reached, the deadline has passed, or the user scrolls. */
function restore(top: number): () => void {
  const deadline = performance.now() + RESTORE_TIMEOUT_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 2 || performance.now() > deadline) stop();
    else frame = requestAnimationFrame(attempt);
  };
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchstart', stop, { passive: true });
  attempt();
  return stop;
}

/** Scrolls to the top on a new path and to the stored position on Back; a new search parameter does not scroll. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(pathname);

  const currentKey = useRef(key);
  const isEntered = useRef(false);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const storePosition = () => positions.set(currentKey.current, window.scrollY);
    window.addEventListener('scroll', storePosition, { passive: true });
    return () => window.removeEventListener('scroll', storePosition);
  }, []);

  useLayoutEffect(() => {
    // set before scrolling: the scroll events from here on belong to the new location
    currentKey.current = key;
    const samePage = shownPath.current === pathname;
    shownPath.current = pathname;
    // a page that was just loaded is at its top; scrolling would force an early layout
    const isFirstEntry = !isEntered.current;
    isEntered.current = true;
    if (hash !== '' || (isFirstEntry && !positions.has(key))) return;
    if (type === 'POP') return restore(positions.get(key) ?? 0);
    if (!samePage) window.scrollTo(0, 0);
  }, [key, pathname, hash, type]);
  return null;
}
