import { useEffect, useState } from 'react';
import { serverNow, subscribeToServerClock } from './server-clock';
import { hydrationNow } from './server-data';

/**
 * The current time in ms by the server's clock, updated every `every` ms, for texts such as "picked 14 h ago".
 */
export function useNow(every = 60_000): number {
  const [now, setNow] = useState(hydrationNow);
  useEffect(() => {
    const update = () => setNow(serverNow());
    const timer = setInterval(update, every);
    const unsubscribe = subscribeToServerClock(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [every]);
  return now;
}
