import { clear, createStore, del, entries, get, set } from 'idb-keyval';
import * as z from 'zod/mini';
import { PICTURES } from '../../service-worker/names';
import { endPushes } from '../push/push-device';

/** How long data is kept, in ms, and how much of it. */
const KEPT_MS = 14 * 24 * 60 * 60_000;
const KEPT_MAX = 150;
/** The name under which the member is kept. */
export const MEMBER = 'member';

/** What is kept of one query of one person. */
const recordSchema = z.object({
  person: z.string(),
  /** Of when the data is, in ms of the server's clock. */
  at: z.number(),
  data: z.unknown(),
});
export type KeptRecord = z.infer<typeof recordSchema>;

const store = createStore('kept', 'queries');

/** Nothing here may fail a page: private windows and full disks refuse IndexedDB. */
const quietly = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch {
    // the page works without kept data
  }
};

/** What is kept under a name, such as a query's hash, for this person; null if there is nothing that can be read. */
export async function readKept(person: string, name: string): Promise<KeptRecord | null> {
  try {
    const { data: record } = recordSchema.safeParse(await get(name, store));
    return record?.person === person ? record : null;
  } catch {
    return null;
  }
}

export const keep = (name: string, record: KeptRecord): Promise<void> =>
  quietly(() => set(name, record, store));

/** Removes all kept data, of all persons. */
export const forgetData = (): Promise<void> => quietly(() => clear(store));

/** Removes everything that is kept, of all persons, and the pictures that they have seen; and ends their pushes. */
export async function forgetAll(): Promise<void> {
  await Promise.all([
    forgetData(),
    quietly(() => globalThis.caches?.delete(PICTURES) ?? Promise.resolve()),
    quietly(endPushes),
  ]);
}

/** Removes what is of another person, too old, or beyond the number that is kept. */
export const prune = (person: string, now: number): Promise<void> =>
  quietly(async () => {
    const all = (await entries(store)).map(([name, value]) => {
      const { data: record } = recordSchema.safeParse(value);
      const isOwn = record?.person === person && now - record.at < KEPT_MS;
      return { name, at: isOwn ? record.at : Number.NEGATIVE_INFINITY };
    });
    const sorted = all.toSorted((a, b) => b.at - a.at);
    const gone = sorted.filter(({ at }, place) => place >= KEPT_MAX || !Number.isFinite(at));
    await Promise.all(gone.map(({ name }) => del(name, store)));
  });
