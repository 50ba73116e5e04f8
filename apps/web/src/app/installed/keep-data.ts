import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { UserDto } from '#libs/contracts';
import { keptSince, markKept, oldestKept } from '../../lib/api/kept-data';
import { serverNow } from '../../lib/api/server-clock';
import { actingPerson, isOfAnother, storedToken } from '../../lib/api/token';
import { keepMember } from '../../lib/offline/keep-member';
import { keep, MEMBER, prune } from '../../lib/offline/kept-store';
import { useSession } from '../../lib/session/session';
import { isLiveKeyRoot } from '../../realtime/live-query';
import { useConnection } from '../../realtime/realtime-provider';

/** Milliseconds after a change in which further ones are written with it. */
const BATCH_MS = 1_000;
/** How often, in ms, the data on a live screen is noted to be still true. */
const STILL_TRUE_MS = 60_000;

/**
 * Keeps the data of a member's marked queries on this device, as it changes. Once there is a connection again, screens
 * that show kept data are fetched.
 */
export function useKeptData(user: UserDto): void {
  const client = useQueryClient();
  const { state, since } = useConnection();
  const { reload } = useSession();
  const isLive = state === 'live';
  const write = useEffectEvent((query: Query) => {
    const { data, dataUpdatedAt } = query.state;
    const isFollowed = isLive || since !== null;
    const followedTo = isFollowed && isLiveKeyRoot(query.queryKey[0]) && query.isActive();
    const at = followedTo ? (since?.getTime() ?? serverNow()) : dataUpdatedAt;
    if (data === undefined || keptSince(query.queryHash) !== undefined) return;
    keepAs(query.queryHash, Math.max(at, dataUpdatedAt), data);
  });
  const fetchKept = useEffectEvent(() => {
    if (oldestKept() === null) return;
    const isKept = ({ queryHash }: Query) => keptSince(queryHash) !== undefined;
    void client.invalidateQueries({ predicate: isKept });
    if (keptSince(MEMBER) === undefined) return;
    markKept(MEMBER, null);
    reload().catch(() => undefined); // the session reports its own errors
  });

  useEffect(() => {
    const person = ownPerson();
    if (person !== null && keptSince(MEMBER) === undefined)
      void keepMember(person, serverNow(), user);
  }, [user]);

  useEffect(() => {
    if (isLive) fetchKept();
  }, [isLive]);

  useEffect(() => {
    const cache = client.getQueryCache();
    const isMarked = ({ meta }: Query) => meta?.kept !== undefined;
    const changed = new Set<Query>(cache.getAll().filter(isMarked));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeChanged = () => {
      clearTimeout(timer);
      timer = undefined;
      for (const query of changed) write(query);
      changed.clear();
    };
    const schedule = () => (timer ??= setTimeout(writeChanged, BATCH_MS));
    const writeShown = () => {
      for (const query of cache.findAll({ type: 'active', predicate: isMarked }))
        changed.add(query);
      writeChanged();
    };
    const onVisibility = () => document.hidden && writeShown();
    schedule();
    const unsubscribe = cache.subscribe(({ type, query }) => {
      // what was put before its query was shown, as a new order, gets its mark from the first observer
      const isDue = type === 'updated' || type === 'observerAdded';
      if (!isDue || !isMarked(query)) return;
      changed.add(query);
      schedule();
    });
    const stillTrue = setInterval(writeShown, STILL_TRUE_MS);
    document.addEventListener('visibilitychange', onVisibility);
    const person = actingPerson();
    if (person !== null) void prune(person, serverNow());
    return () => {
      clearTimeout(timer);
      clearInterval(stillTrue);
      unsubscribe();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [client]);
}

/** Keeps data, unless its person has signed out. */
function keepAs(name: string, at: number, data: unknown): void {
  const person = ownPerson();
  if (person !== null) void keep(name, { person, at, data });
}

/** The person of this page; null once they have signed out, here or in another tab. */
function ownPerson(): string | null {
  const token = storedToken();
  return token === null || isOfAnother(token) ? null : actingPerson();
}
