import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_LENGTH } from '#libs/contracts';
import { storage } from '../browser/storage';

/** Not in `storageKeys`, which every visitor loads. */
const KEY = 'savedFilters';

const savedSchema = z.array(
  z.object({
    path: z.string(),
    search: z.string(),
    name: z.string().check(z.maxLength(MAX_LENGTH.filterName)),
  }),
);
type SavedFilter = z.infer<typeof savedSchema>[number];

function read(): SavedFilter[] {
  try {
    return savedSchema.parse(JSON.parse(storage.get(KEY) ?? '[]'));
  } catch {
    return []; // not readable
  }
}

/** The saved filters of the list at this path, stored on this device. */
export function useSavedFilters(path: string) {
  const [all, setAll] = useState(read);
  const write = (change: (now: SavedFilter[]) => SavedFilter[]) => {
    // read again: another tab may have saved meanwhile
    const next = change(read());
    storage.set(KEY, JSON.stringify(next));
    setAll(next);
  };
  const isSame = (a: SavedFilter, b: SavedFilter) => a.path === b.path && a.name === b.name;
  return {
    saved: all.filter((one) => one.path === path),
    save: (name: string, search: string) => {
      const added = { path, search, name };
      write((now) => [...now.filter((one) => !isSame(one, added)), added]);
    },
    remove: (gone: SavedFilter) => write((now) => now.filter((one) => !isSame(one, gone))),
  };
}
