import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();
/** How long a page may take to grow back to where the reader was. */
const PATIENCE_MS = 1_000;

/** Scrolls until the position is reached, the page is not tall enough for long, or the reader scrolls. */
function restore(top: number): () => void {
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 2 || performance.now() > until) stop();
    else frame = requestAnimationFrame(attempt);
  };
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchstart', stop, { passive: true });
  attempt();
  return stop;
}

/** Top of the page on a new address, the old place on Back; a change of the query alone stays where it is. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);

  const current = useRef(key);
  const entered = useRef(false);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const remember = () => positions.set(current.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useLayoutEffect(() => {
    // before anything scrolls: what follows is the new page's place, not the old one's
    current.current = key;
    const samePage = shown.current === pathname;
    shown.current = pathname;
    // a page that was just loaded is at its top; asking would make the browser lay it out before its time
    const loaded = !entered.current;
    entered.current = true;
    if (hash !== '' || (loaded && !positions.has(key))) return;
    if (type === 'POP') return restore(positions.get(key) ?? 0);
    if (!samePage) window.scrollTo(0, 0);
  }, [key, pathname, hash, type]);
  return null;
}
