import { useEffect, useState } from 'react';

/** True after `delay` ms: a skeleton that flashes for a moment is worse than none. */
export function useDelayed(delay = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return passed;
}
