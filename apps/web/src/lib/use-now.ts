import { useEffect, useState } from 'react';
import { hydrationNow } from './server-data';

/** The current time in ms, updated every `every` ms, for texts such as "picked 14 h ago". */
export function useNow(every = 60_000): number {
  const [now, setNow] = useState(hydrationNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
