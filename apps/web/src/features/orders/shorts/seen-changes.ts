import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { type Id, idSchema, type OrderPart, type PartChange } from '#libs/contracts';
import { storage, storageKeys } from '../../../lib/browser/storage';

/** The parts that are remembered; the oldest are forgotten. */
const SEEN_MAX = 500;
/** How many changes of a part were seen on this device, the latest part last. */
const seenSchema = z.array(z.tuple([idSchema, z.number()]));

type Seen = ReadonlyMap<Id, number>;

let cached: { text: string; seen: Seen } | null = null;

function read(): Seen {
  const text = storage.get(storageKeys.seenChanges) ?? '[]';
  if (cached?.text !== text) cached = { text, seen: parse(text) };
  return cached.seen;
}

function parse(text: string): Seen {
  try {
    return new Map(seenSchema.parse(JSON.parse(text)));
  } catch {
    return new Map(); // not readable: they are shown again
  }
}

function markSeen({ _id, changes }: OrderPart): void {
  const others = [...read()].filter(([id]) => id !== _id);
  const seen = [...others, [_id, changes.length]].slice(-SEEN_MAX);
  storage.set(storageKeys.seenChanges, JSON.stringify(seen));
}

/**
 * The changes by others that the farm has not seen: those after the last that was seen on this device, and after the
 * farm's last step on any.
 */
function unseenChanges({ _id, changes, timeline }: OrderPart, seen: Seen): PartChange[] {
  const step = timeline.findLast(({ by }) => by.role === 'farmer')?.at ?? '';
  return changes
    .slice(seen.get(_id) ?? 0)
    .filter(({ by, at }) => by.role !== 'farmer' && at > step);
}

const subscribe = storage.subscribeTo(storageKeys.seenChanges);
const none: Seen = new Map();

/** What of the farm's parts was seen on this device. */
export function useSeenChanges() {
  const seen = useSyncExternalStore(subscribe, read, () => none);
  const unseen = useCallback((part: OrderPart) => unseenChanges(part, seen), [seen]);
  return { unseen, markSeen };
}
