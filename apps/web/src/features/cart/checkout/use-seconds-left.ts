import { useEffect, useMemo, useState } from 'react';
import type { HoldDto } from '#libs/contracts';

/** Counts down from the server's remaining seconds, independent of the device's clock. */
export function useSecondsLeft(hold: HoldDto | null): number {
  const deadline = useMemo(
    () => (hold?.status === 'open' ? performance.now() + hold.secondsLeft * 1000 : null),
    [hold],
  );
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (deadline === null) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline === null ? 0 : Math.max(0, Math.round((deadline - now) / 1000));
}
