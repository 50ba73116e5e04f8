import { useEffect, useState } from 'react';
import { serverNow, subscribeToServerClock } from '../api/server-clock';
import { hydrationNow } from '../api/server-data';

/**
 * The current time in ms by the server's clock, updated every `every` ms, for texts such as "picked 14 h ago"; and when
 * one of `moments`, in ms, comes, such as the cut-off of a day.
 */
export function useNow(every = 60_000, moments: readonly number[] = []): number {
  const [now, setNow] = useState(hydrationNow);
  const next = Math.min(...moments.filter((moment) => moment > now));
  useEffect(() => {
    const update = () => setNow(serverNow());
    const timer = setInterval(update, every);
    const unsubscribe = subscribeToServerClock(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [every]);
  useEffect(() => {
    // The updates until then set the timer of a later moment.
    if (next - now > 2 * every) return;
    const timer = setTimeout(() => setNow(Math.max(next, serverNow())), next - serverNow());
    return () => clearTimeout(timer);
  }, [next, now, every]);
  return now;
}

/** Milliseconds without a key press after which a search begins. */
const DEBOUNCE_MS = 150;

/** The text, once the user has stopped typing. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** True once `active` has been true for `delay` ms: a skeleton that only flashes is worse than none. */
export function useDelayed(delay = 150, active = true): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setPassed(true), delay);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [delay, active]);
  return active && passed;
}
