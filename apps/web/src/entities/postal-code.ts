import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { storage, storageKeys } from '../lib/browser/storage';
import { useSession } from '../lib/session/session';
import { addressesQueryOptions } from './address-book';

/** Five digits; checked without a schema, which the first load of shop pages does not have. */
const FIVE_DIGITS = /^\d{5}$/;
/** Areas are the beginnings of five digits, so that the rest of a ZIP+4 says no more. */
const fiveDigits = (postalCode: string) => postalCode.slice(0, 5);

function read(): string | null {
  const stored = storage.get(storageKeys.postalCode);
  return stored !== null && FIVE_DIGITS.test(stored) ? stored : null;
}

const subscribe = storage.subscribeTo(storageKeys.postalCode);

/** Keeps where deliveries would go on this device; null forgets it. */
export function setPostalCode(postalCode: string | null): void {
  if (postalCode === null) storage.remove(storageKeys.postalCode);
  else storage.set(storageKeys.postalCode, fiveDigits(postalCode));
}

/** The ZIP code that this device keeps; null if there is none. */
export function useKeptPostalCode(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

/**
 * Where deliveries would go: the ZIP code that this device keeps, or that of the customer's default address; null if
 * there is neither.
 */
export function usePostalCode(): string | null {
  const kept = useKeptPostalCode();
  const { user } = useSession();
  const asksBook = kept === null && user?.role === 'customer';
  const { data: book } = useQuery({ ...addressesQueryOptions(), enabled: asksBook });
  if (!asksBook) return kept;
  const address = book?.addresses.find(({ isDefault }) => isDefault);
  return address ? fiveDigits(address.postalCode) : null;
}
