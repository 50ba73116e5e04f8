import { useEffect, useState } from 'react';

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
