import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from '../lib/browser/storage';

/** Five digits; checked without a schema, which the first load of shop pages does not have. */
const FIVE_DIGITS = /^\d{5}$/;

function read(): string | null {
  const stored = storage.get(storageKeys.postalCode);
  return stored !== null && FIVE_DIGITS.test(stored) ? stored : null;
}

const subscribe = storage.subscribeTo(storageKeys.postalCode);

/** Keeps where deliveries would go on this device; null forgets it. */
export function setPostalCode(postalCode: string | null): void {
  if (postalCode === null) storage.remove(storageKeys.postalCode);
  else storage.set(storageKeys.postalCode, postalCode);
}

/** Where deliveries would go: the ZIP code that this device keeps; null if there is none. */
export function usePostalCode(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
