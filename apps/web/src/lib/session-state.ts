import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { UserDto } from '#libs/contracts';
import { ApiError, errorCode, loadCall } from './api';
import { logError } from './log';
import type { SessionProfile } from './session-api';
import { storage, storageKeys } from './storage';
import { setTokenSource, storedToken, storeToken } from './token';

/** Why a session ended, if not by the user's own sign-out. */
export type SignOutReason = 'suspended' | 'expired';

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** Null while signed out, and when the user could not be loaded: the role is unknown then. */
  user: UserDto | null;
  /** Why the last session ended, until somebody signs in. */
  ended: SignOutReason | null;
}

export const signedOut: SessionState = { status: 'signed-out', user: null, ended: null };

/** Key roots of data that is the same for everybody and may stay in the cache when the user changes. */
const publicData = new Set<unknown>(['settings', 'farms', 'products']);

/** The calls of a session, which visitors do not load. */
export const loadSessionApi = () => loadCall(() => import('./session-api'));

/** Fetches a new token for this browser's session, of a demo account or of the built-in provider. */
export const renewBuiltin = async () => (await loadSessionApi()).renewToken();

/** The session's state and the transitions between its states. */
export function useSessionState() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>(() =>
    storedToken() === null ? signedOut : { ...signedOut, status: 'loading' },
  );
  /** Counts loads, sign-ins and sign-outs: a load that arrives after a later one of them is ignored. */
  const latest = useRef(0);

  const clearSession = useCallback(
    (ended: SignOutReason | null) => {
      latest.current++;
      setTokenSource(null);
      storeToken(null);
      storage.remove(storageKeys.userRole);
      storage.remove(storageKeys.demoAccount);
      queryClient.removeQueries({ predicate: (query) => !publicData.has(query.queryKey[0]) });
      // a tab that has ended by itself keeps its reason when another tab signs out
      setState((now) => ({ ...signedOut, ended: ended ?? now.ended }));
    },
    [queryClient],
  );

  const accept = useCallback((user: UserDto) => {
    latest.current++;
    storage.set(storageKeys.userRole, user.role);
    setState({ status: 'signed-in', user, ended: null });
    return user;
  }, []);

  /** Loads the user of the stored token; a failure is logged and the app stays usable (docs/product.md, Behaviour). */
  const loadSession = useCallback(
    async (profile?: SessionProfile): Promise<UserDto> => {
      const current = ++latest.current;
      try {
        const { loadUser } = await loadSessionApi();
        const user = await loadUser(profile);
        return current === latest.current ? accept(user) : user;
      } catch (error) {
        if (current !== latest.current) throw error;
        logError('The session could not be initialised', error);
        const ended = error instanceof ApiError && [401, 403].includes(error.problem.status);
        if (ended) clearSession(errorCode(error) === 'USER_SUSPENDED' ? 'suspended' : 'expired');
        else setState({ status: 'signed-in', user: null, ended: null });
        throw error;
      }
    },
    [accept, clearSession],
  );

  return { state, setState, clearSession, accept, loadSession };
}

export type SessionSteps = ReturnType<typeof useSessionState>;
