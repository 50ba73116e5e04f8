import { type RefObject, useCallback, useEffect } from 'react';
import type { HostedIdentity } from './identity/clerk';
import { renewBuiltin, type SessionSteps, signedOut } from './session-state';
import { storage, storageKeys } from './storage';
import { setTokenSource, storedToken, storeToken } from './token';

/** Timeout, in milliseconds, for the hosted provider to report who is signed in. */
const HOSTED_TIMEOUT_MS = 10_000;

type Hosted = RefObject<HostedIdentity | null>;

/** Restores the session from the stored token: after a reload, and when another tab signs in or out. */
export function useStoredSession(
  { setState, loadSession }: SessionSteps,
  provider: string | null,
  hosted: Hosted,
): void {
  const restore = useCallback(() => {
    if (storedToken() === null) return setState((now) => ({ ...signedOut, ended: now.ended }));
    if (hosted.current === null) setTokenSource(renewBuiltin);
    loadSession().catch(() => undefined);
  }, [loadSession, setState, hosted]);

  useEffect(() => {
    if (provider === null || storedToken() === null) return;
    if (provider === 'builtin') return restore();
    // the hosted provider reports the user by itself, unless its script cannot be loaded
    const timer = setTimeout(
      () => setState((now) => (now.status === 'loading' ? signedOut : now)),
      HOSTED_TIMEOUT_MS,
    );
    return () => clearTimeout(timer);
  }, [provider, restore, setState]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const signedInOrOut = event.oldValue === null || event.newValue === null;
      if (event.key === storageKeys.token && signedInOrOut) restore();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [restore]);
}

/** Returns the callback for the hosted provider: it starts or ends the session with the reported identity. */
export function useHostedSession(
  { setState, loadSession, clearSession }: SessionSteps,
  hosted: Hosted,
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
        .then((token) => {
          if (hosted.current?.sessionId !== identity.sessionId) return; // ended while its token was loading
          storeToken(token);
          return loadSession({ ...identity.profile, role });
        })
        .catch(() => setState((now) => (now.status === 'loading' ? signedOut : now)));
    },
    [setState, loadSession, clearSession, hosted],
  );
}
