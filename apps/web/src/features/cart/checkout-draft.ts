import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { fulfilmentSchema, idSchema } from '#libs/contracts';
import { useSession } from '../../lib/session';
import { tabStorage } from '../../lib/storage';

const draftSchema = z.object({
  /** Farm id → how its goods travel. */
  ways: z.record(idSchema, fulfilmentSchema),
  farmNotes: z.record(idSchema, z.string()),
  /** By product. */
  lineNotes: z.record(idSchema, z.string()),
  /** Of the address book; null while the default one is meant. */
  addressId: z.nullable(idSchema),
});
export type CheckoutDraft = z.infer<typeof draftSchema>;
const empty: CheckoutDraft = { ways: {}, farmNotes: {}, lineNotes: {}, addressId: null };

const listeners = new Set<() => void>();
/** The last text of each key with what it says, so that the same text is the same object. */
const known = new Map<string, { text: string | null; draft: CheckoutDraft }>();

function read(key: string): CheckoutDraft {
  const text = tabStorage.get(key);
  const last = known.get(key);
  if (last !== undefined && last.text === text) return last.draft;
  const draft = parse(text);
  known.set(key, { text, draft });
  return draft;
}

function parse(text: string | null): CheckoutDraft {
  try {
    return draftSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return empty;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** What a customer has chosen on the way to an order; shared by cart and checkout, kept over a reload of this tab. */
export function useCheckoutDraft() {
  const { user } = useSession();
  const key = `checkout:${user?._id ?? ''}`;
  const draft = useSyncExternalStore(subscribe, () => read(key));
  const change = useCallback(
    (patch: (now: CheckoutDraft) => Partial<CheckoutDraft>) => {
      const now = read(key);
      tabStorage.set(key, JSON.stringify({ ...now, ...patch(now) }));
      tell();
    },
    [key],
  );
  const forget = useCallback(() => {
    tabStorage.remove(key);
    tell();
  }, [key]);
  return { draft, change, forget };
}
