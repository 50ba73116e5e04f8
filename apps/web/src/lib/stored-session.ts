import { type RefObject, useCallback, useEffect } from 'react';
import { backoffMs } from './backoff';
import type { HostedIdentity } from './identity/hosted-session';
import { loadSessionApi, renewBuiltin, type SessionSteps, signedOut } from './session-state';
import { storageKeys } from './storage';
import { setTokenSource, storedToken } from './token';

/** Timeout, in milliseconds, for the hosted provider to report who is signed in. */
const HOSTED_TIMEOUT_MS = 10_000;
/** Between attempts to load the user; without the user, guarded pages redirect to /auth. */
const RETRY = { firstMs: 4_000, maxMs: 4_000 };

type Hosted = RefObject<HostedIdentity | null>;

/** Restores the session from the stored token: after a reload, and when another tab signs in or out. */
export function useStoredSession(
  { state, setState, clearSession, loadSession }: SessionSteps,
  provider: string | null,
  hosted: Hosted,
): void {
  const restore = useCallback(() => {
    if (storedToken() === null) return clearSession(null);
    if (hosted.current === null) setTokenSource(renewBuiltin);
    loadSession().catch(() => undefined);
  }, [loadSession, clearSession, hosted]);

  useEffect(() => {
    if (storedToken() === null) return;
    if (provider === null) {
      // beside the settings, which say who the provider is
      loadSessionApi().catch(() => undefined);
      return;
    }
    if (provider === 'builtin') return restore();
    // the hosted provider reports the user by itself, unless its script cannot be loaded
    const timer = setTimeout(
      () => setState((now) => (now.status === 'loading' ? signedOut : now)),
      HOSTED_TIMEOUT_MS,
    );
    return () => clearTimeout(timer);
  }, [provider, restore, setState]);

  useEffect(() => {
    if (state.status !== 'signed-in' || state.user !== null) return;
    const retry = () => {
      loadSession().catch(() => undefined);
    };
    const timer = setTimeout(retry, backoffMs(RETRY, 1, null));
    return () => clearTimeout(timer);
  }, [state, loadSession]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const signedInOrOut = event.oldValue === null || event.newValue === null;
      if (event.key === storageKeys.token && signedInOrOut) restore();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [restore]);
}
