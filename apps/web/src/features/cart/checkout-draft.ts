import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { fulfilmentSchema, idSchema, paymentMethodSchema } from '#libs/contracts';
import { sessionStore } from '../../lib/browser/storage';
import { useSession } from '../../lib/session/session';

const draftSchema = z.object({
  /** The fulfilment by farm id. */
  ways: z.record(idSchema, fulfilmentSchema),
  /** The chosen slots by farm id, one for each fulfilment. */
  slots: z.record(
    idSchema,
    z.object({ delivery: z.optional(idSchema), pickup: z.optional(idSchema) }),
  ),
  farmNotes: z.record(idSchema, z.string()),
  /** By product id. */
  lineNotes: z.record(idSchema, z.string()),
  /** An id of the address book; null for the default address. */
  addressId: z.nullable(idSchema),
  /** Null for the first method. */
  payment: z._default(z.nullable(paymentMethodSchema), null),
  /** Whether store credit pays as far as it goes. */
  usesCredit: z._default(z.boolean(), false),
});
export type CheckoutDraft = z.infer<typeof draftSchema>;
const empty: CheckoutDraft = {
  ways: {},
  slots: {},
  farmNotes: {},
  lineNotes: {},
  addressId: null,
  payment: null,
  usesCredit: false,
};

const listeners = new Set<() => void>();
/** The last text of each key with its parsed draft: useSyncExternalStore needs the same object for the same text. */
const cache = new Map<string, { text: string | null; draft: CheckoutDraft }>();

function read(key: string): CheckoutDraft {
  const text = sessionStore.get(key);
  const last = cache.get(key);
  if (last !== undefined && last.text === text) return last.draft;
  const draft = parse(text);
  cache.set(key, { text, draft });
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

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** The customer's choices for an order, shared by cart and checkout; survives a reload of this tab. */
export function useCheckoutDraft() {
  const { user } = useSession();
  const key = `checkout:${user?._id ?? ''}`;
  const draft = useSyncExternalStore(subscribe, () => read(key));
  const change = useCallback(
    (patch: (now: CheckoutDraft) => Partial<CheckoutDraft>) => {
      const now = read(key);
      sessionStore.set(key, JSON.stringify({ ...now, ...patch(now) }));
      notifyListeners();
    },
    [key],
  );
  const discard = useCallback(() => {
    sessionStore.remove(key);
    notifyListeners();
  }, [key]);
  return { draft, change, discard };
}
