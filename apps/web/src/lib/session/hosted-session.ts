import { type RefObject, useCallback } from 'react';
import { isOfAnother, setTokenSource, storedToken, storeToken } from '../api/token';
import { storage, storageKeys } from '../browser/storage';
import type { SessionProfile } from './session-api';
import { type SessionSteps, signedOut } from './session-state';

/** What `SessionProvider` needs from the hosted provider. */
export interface HostedIdentity {
  readonly sessionId: string;
  readonly token: () => Promise<string | null>;
  readonly signOut: () => Promise<void>;
  readonly profile: SessionProfile;
}

/** Returns the callback for the hosted provider: it starts or ends the session with the reported identity. */
export function useHostedSession(
  { setState, begin, showOther, loadSession, clearSession }: SessionSteps,
  hosted: RefObject<HostedIdentity | null>,
) {
  return useCallback(
    (identity: HostedIdentity | null) => {
      const before = hosted.current;
      hosted.current = identity;
      if (identity === null) {
        if (before !== null || storedToken() !== null)
          clearSession(before === null ? null : 'expired');
        return;
      }
      const sameSession = before?.sessionId === identity.sessionId;
      if (before !== null && !sameSession) {
        clearSession(null);
        setState({ ...signedOut, status: 'loading' });
      }
      setTokenSource(identity.token);
      if (sameSession && before?.profile.email === identity.profile.email) return;
      const role = storage.get(storageKeys.signUpRole) === 'farmer' ? 'farmer' : 'customer';
      identity
        .token()
        .then(async (token) => {
          if (hosted.current?.sessionId !== identity.sessionId) return; // ended while its token was loading
          if (before !== null && isOfAnother(token)) {
            // another tab has changed the provider's session
            storeToken(token);
            return showOther();
          }
          begin(token);
          await loadSession({ ...identity.profile, role });
        })
        .catch(() => setState((now) => (now.status === 'loading' ? signedOut : now)));
    },
    [setState, begin, showOther, loadSession, clearSession, hosted],
  );
}
