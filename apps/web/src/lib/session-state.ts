import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { UserDto } from '#libs/contracts';
import { ApiError, errorCode } from './api';
import { builtin } from './identity/builtin';
import { logError } from './log';
import { defineMessages } from './messages';
import { demoAccount, demoSession, loadUser, type SessionProfile } from './session-api';
import { storage, storageKeys } from './storage';
import { setTokenSource, storedToken, storeToken } from './token';

const text = defineMessages({ en: { suspended: 'This account is suspended.' } });

/** Why a session ended, where it was not the visitor's own wish. */
export type SignOutReason = 'suspended' | 'expired';

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** Null while signed out, and when the server could not say who this is: the role is unknown then. */
  user: UserDto | null;
  /** Why the last session ended, until somebody signs in. */
  ended: SignOutReason | null;
}

export const signedOut: SessionState = { status: 'signed-out', user: null, ended: null };

/** Data that is the same for everybody and may stay in the cache when the user changes. */
const publicData = new Set<unknown>(['settings', 'farms', 'products']);

/** The refusal that the server gives a suspended account elsewhere, for a sign-in that it accepted. */
function suspended(): ApiError {
  const message = text.suspended;
  const about = { type: 'about:blank', title: message, status: 403, detail: message, message };
  return new ApiError({ ...about, code: 'USER_SUSPENDED', requestId: '' });
}

/** A new token for the session of this browser, whichever way it was opened. */
export async function renewBuiltin(): Promise<string | null> {
  const demo = demoAccount.read();
  if (demo === null) return builtin.token();
  return (await demoSession(demo.role, demo.index)).token;
}

/** Who is signed in, and the steps between the states. */
export function useSessionState() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>(() =>
    storedToken() === null ? signedOut : { ...signedOut, status: 'loading' },
  );

  const forget = useCallback(
    (ended: SignOutReason | null) => {
      setTokenSource(null);
      storeToken(null);
      storage.remove(storageKeys.userRole);
      demoAccount.write(null);
      queryClient.removeQueries({ predicate: (query) => !publicData.has(query.queryKey[0]) });
      setState({ ...signedOut, ended });
    },
    [queryClient],
  );

  const accept = useCallback(
    (user: UserDto) => {
      if (user.status === 'suspended') {
        forget('suspended');
        throw suspended();
      }
      storage.set(storageKeys.userRole, user.role);
      setState({ status: 'signed-in', user, ended: null });
      return user;
    },
    [forget],
  );

  /** Finds out who the stored token belongs to; what fails is logged and the app goes on (SPEC section 4). */
  const establish = useCallback(
    async (profile?: SessionProfile): Promise<UserDto> => {
      try {
        return accept(await loadUser(profile));
      } catch (error) {
        logError('The session could not be initialised', error);
        const gone = error instanceof ApiError && [401, 403].includes(error.problem.status);
        if (gone) forget(errorCode(error) === 'USER_SUSPENDED' ? 'suspended' : 'expired');
        else setState({ status: 'signed-in', user: null, ended: null });
        throw error;
      }
    },
    [accept, forget],
  );

  return { state, setState, forget, accept, establish };
}

export type SessionSteps = ReturnType<typeof useSessionState>;
