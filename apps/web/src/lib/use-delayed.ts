import { useEffect, useState } from 'react';

/** True once `delay` ms have passed: a skeleton that flashes for a moment is worse than none. */
export function useDelayed(delay = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return passed;
}
