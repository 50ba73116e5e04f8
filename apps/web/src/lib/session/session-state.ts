import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { actingAs, type FarmRole, type Role, type UserDto } from '#libs/contracts';
import { ApiError, errorCode } from '../api/api';
import {
  actFor,
  isOfAnother,
  readClaims,
  setTokenSource,
  storedToken,
  storeToken,
} from '../api/token';
import { logError } from '../browser/page';
import { forgetPerson, storage, storageKeys } from '../browser/storage';
import { loadUser, type SessionProfile } from './session-api';

/** Why a session ended, if not by the user's own sign-out. */
export type SignOutReason = 'suspended' | 'expired' | 'deleted';

/** The user, with the role and the farm that they act with now. */
export interface SessionUser extends UserDto {
  /** What they do at the farm that they act for; null if they act for none. */
  readonly farmRole: FarmRole | null;
  /** What they are when they act for themselves. */
  readonly ownRole: Role;
}

const acting = (user: UserDto): SessionUser => ({
  ...user,
  ...actingAs(user),
  ownRole: user.role,
});

/** Whether the person packs or drives for a farm now, and so sees its work only. */
export const isCrew = (user: SessionUser | null): boolean =>
  user?.farmRole === 'packer' || user?.farmRole === 'driver';

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** Null while signed out, and when the user could not be loaded: the role is unknown then. */
  user: SessionUser | null;
  /** Why the last session ended, until somebody signs in. */
  ended: SignOutReason | null;
  /** Who has signed in in this browser instead of the person that this page is for; null if nobody. */
  other: { name: string | null } | null;
}

export const signedOut: SessionState = {
  status: 'signed-out',
  user: null,
  ended: null,
  other: null,
};

/** Key roots of data that is the same for everybody and may stay in the cache when the user changes. */
const publicData = new Set<unknown>(['settings', 'farms', 'products']);

/** Removes what this device keeps for reading without a connection. Every page of a member has loaded the chunk. */
const forgetKept = () =>
  import('../offline/forget').then(({ forgetAll }) => forgetAll()).catch(() => undefined);

/** The session's state and the transitions between its states. */
export function useSessionState() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>(() => {
    const token = storedToken();
    actFor(token);
    return token === null ? signedOut : { ...signedOut, status: 'loading' };
  });
  /** Counts loads, sign-ins and sign-outs: a load that arrives after a later one of them is ignored. */
  const latest = useRef(0);
  /** The number of the load in flight; 0 if there is none. */
  const loading = useRef(0);
  const isLoading = useCallback(
    () => loading.current !== 0 && loading.current === latest.current,
    [],
  );

  const removePersonalData = useCallback(
    () => queryClient.removeQueries({ predicate: (query) => !publicData.has(query.queryKey[0]) }),
    [queryClient],
  );

  const clearSession = useCallback(
    (ended: SignOutReason | null) => {
      latest.current++;
      setTokenSource(null);
      // what another tab has stored for another person stays
      if (!isOfAnother(storedToken())) {
        storeToken(null);
        forgetPerson();
        void forgetKept();
      }
      removePersonalData();
      // a tab that has ended by itself keeps its reason when another tab signs out
      setState((now) => ({ ...signedOut, ended: ended ?? now.ended }));
    },
    [removePersonalData],
  );

  /** Stores the token of a sign-in on this page, which becomes the page of its person. */
  const begin = useCallback(
    (token: string | null) => {
      if (isOfAnother(token)) removePersonalData();
      void forgetKept();
      actFor(token);
      storeToken(token);
    },
    [removePersonalData],
  );

  /** Compares the stored token, which other tabs may have replaced, with the person that this page is for. */
  const showOther = useCallback(() => {
    const token = storedToken();
    const { name, email } = (token !== null && readClaims(token)) || {};
    const other = isOfAnother(token) ? { name: name ?? email ?? null } : null;
    setState((now) => (other?.name === now.other?.name ? now : { ...now, other }));
  }, []);

  /** As what the page's person acted last; null before the first load. */
  const actedAs = useRef<string | null>(null);
  const accept = useCallback(
    (loaded: UserDto) => {
      latest.current++;
      const user = acting(loaded);
      storage.set(storageKeys.userRole, user.role);
      const acts = `${user.farmId} ${user.farmRole}`;
      // what was loaded for one farm is not shown at another
      if (actedAs.current !== null && actedAs.current !== acts)
        void queryClient.resetQueries({
          predicate: (query) => !publicData.has(query.queryKey[0]),
        });
      actedAs.current = acts;
      setState((now) => ({ ...now, status: 'signed-in', user, ended: null }));
      return user;
    },
    [queryClient],
  );

  /** Loads the user of the stored token; a failure is logged and the app stays usable (docs/product.md, Behaviour). */
  const loadSession = useCallback(
    async (profile?: SessionProfile): Promise<SessionUser> => {
      const current = ++latest.current;
      loading.current = current;
      try {
        const user = await loadUser(profile);
        return current === latest.current ? accept(user) : acting(user);
      } catch (error) {
        if (current !== latest.current) throw error;
        logError('The session could not be initialised', error);
        const ended = error instanceof ApiError && [401, 403].includes(error.problem.status);
        if (ended) clearSession(errorCode(error) === 'USER_SUSPENDED' ? 'suspended' : 'expired');
        else setState((now) => ({ ...now, status: 'signed-in', user: null, ended: null }));
        throw error;
      } finally {
        if (loading.current === current) loading.current = 0;
      }
    },
    [accept, clearSession],
  );

  return { state, setState, clearSession, begin, showOther, isLoading, accept, loadSession };
}

export type SessionSteps = ReturnType<typeof useSessionState>;
