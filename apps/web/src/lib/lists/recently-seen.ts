import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type Id, idSchema } from '#libs/contracts';
import { storage } from '../browser/storage';
import { useSession } from '../session/session';

const SEEN_MAX = 12;
const seenSchema = z.array(idSchema);

function read(key: string): Id[] {
  try {
    return seenSchema.parse(JSON.parse(storage.get(key) ?? '[]'));
  } catch {
    return [];
  }
}

/** The storage key of the user's products: people who share a device do not see each other's. */
function useKey(): string {
  const { user } = useSession();
  return `seen:${user?._id ?? ''}`;
}

/** Records on this device that a product was viewed. */
export function useRememberSeen(id: Id): void {
  const key = useKey();
  useEffect(() => {
    const others = read(key).filter((one) => one !== id);
    storage.set(key, JSON.stringify([id, ...others].slice(0, SEEN_MAX)));
  }, [key, id]);
}

/** The products that were viewed on this device, the latest first, as of when the page was opened. */
export function useRecentlySeen(): readonly Id[] {
  const key = useKey();
  return useState(() => read(key))[0];
}
