import { type RefObject, useCallback, useEffect } from 'react';
import type { HostedIdentity } from './identity/clerk';
import { renewBuiltin, type SessionSteps, signedOut } from './session-state';
import { storage, storageKeys } from './storage';
import { setTokenSource, storedToken, storeToken } from './token';

/** Milliseconds that a stored token waits for the hosted provider to say whose it is. */
const HOSTED_TIMEOUT_MS = 10_000;

type Hosted = RefObject<HostedIdentity | null>;

/** Takes up the session of the stored token: after a reload, and when another tab signs in or out. */
export function useStoredSession(
  { setState, establish }: SessionSteps,
  provider: string | null,
  hosted: Hosted,
): void {
  const resume = useCallback(() => {
    if (storedToken() === null) return setState((now) => ({ ...signedOut, ended: now.ended }));
    if (hosted.current === null) setTokenSource(renewBuiltin);
    establish().catch(() => undefined);
  }, [establish, setState, hosted]);

  useEffect(() => {
    if (provider === null || storedToken() === null) return;
    if (provider === 'builtin') return resume();
    // the hosted provider reports by itself who is there, unless its script cannot be loaded
    const timer = setTimeout(
      () => setState((now) => (now.status === 'loading' ? signedOut : now)),
      HOSTED_TIMEOUT_MS,
    );
    return () => clearTimeout(timer);
  }, [provider, resume, setState]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const isOther = event.oldValue === null || event.newValue === null;
      if (event.key === storageKeys.token && isOther) resume();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [resume]);
}

/** Takes up the session of the hosted provider, whenever it reports who is signed in. */
export function useHostedSession({ establish, forget }: SessionSteps, hosted: Hosted) {
  return useCallback(
    (identity: HostedIdentity | null) => {
      const before = hosted.current;
      hosted.current = identity;
      if (identity === null) {
        if (before !== null || storedToken() !== null) forget(before === null ? null : 'expired');
        return;
      }
      setTokenSource(identity.token);
      if (before?.profile.email === identity.profile.email) return;
      const role = storage.get(storageKeys.signUpRole) === 'farmer' ? 'farmer' : 'customer';
      identity
        .token()
        .then((token) => {
          storeToken(token);
          return establish({ ...identity.profile, role });
        })
        .catch(() => undefined);
    },
    [establish, forget, hosted],
  );
}
