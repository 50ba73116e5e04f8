import { useState } from 'react';
import * as z from 'zod/mini';
import { dayOf } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { storage, storageKeys } from '../../../lib/browser/storage';
import { marketZone } from '../../../lib/text/format';

/** The picked quantities, by key. */
type Picked = Readonly<Record<string, number>>;

const picksSchema = z.object({
  day: z.string(),
  farmId: z.string(),
  picked: z.record(z.string(), z.number()),
});

/** The market's day. */
const today = () => dayOf(serverNow(), marketZone());

function read(farmId: string): Picked {
  try {
    const stored = picksSchema.parse(JSON.parse(storage.get(storageKeys.picks) ?? 'null'));
    return stored.day === today() && stored.farmId === farmId ? stored.picked : {};
  } catch {
    return {}; // none yet, or not readable
  }
}

export interface Picks {
  /** Whether at least this quantity was picked: if more is ordered later, the rest is to be picked. */
  readonly has: (key: string, quantity: number) => boolean;
  readonly set: (key: string, quantity: number, isPicked: boolean) => void;
}

/** The ticks on the pick list, stored on this device until the market's day ends. */
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
