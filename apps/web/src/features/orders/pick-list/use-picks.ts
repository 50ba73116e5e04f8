import { useState } from 'react';
import * as z from 'zod/mini';
import { dayOf } from '#libs/contracts';
import { marketZone } from '../../../lib/format';
import { storage, storageKeys } from '../../../lib/storage';

/** What was picked, and how much of it. */
type Picked = Readonly<Record<string, number>>;

const picksSchema = z.object({
  day: z.string(),
  farmId: z.string(),
  picked: z.record(z.string(), z.number()),
});

/** The market's day. */
const today = () => dayOf(Date.now(), marketZone());

function read(farmId: string): Picked {
  try {
    const stored = picksSchema.parse(JSON.parse(storage.get(storageKeys.picks) ?? 'null'));
    return stored.day === today() && stored.farmId === farmId ? stored.picked : {};
  } catch {
    return {}; // none yet, or not readable
  }
}

export interface Picks {
  /** Whether at least this much was picked: where more is ordered later, there is something to pick again. */
  readonly has: (key: string, quantity: number) => boolean;
  readonly set: (key: string, quantity: number, isPicked: boolean) => void;
}

/** What was ticked on the pick list: kept on this device until the day ends. */
export function usePicks(farmId: string): Picks {
  const [picked, setPicked] = useState(() => read(farmId));
  return {
    has: (key, quantity) => (picked[key] ?? 0) >= quantity,
    set: (key, quantity, isPicked) => {
      // read again: another tab may have ticked meanwhile
      const { [key]: _, ...others } = read(farmId);
      const next = isPicked ? { ...others, [key]: quantity } : others;
      storage.set(storageKeys.picks, JSON.stringify({ day: today(), farmId, picked: next }));
      setPicked(next);
    },
  };
}
