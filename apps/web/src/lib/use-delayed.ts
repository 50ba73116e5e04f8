import { useEffect, useState } from 'react';

/** True after `delay` ms in which it was active: what flashes for a moment, such as a skeleton, is worse than nothing. */
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
