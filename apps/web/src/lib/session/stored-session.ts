import { type RefObject, useCallback, useEffect } from 'react';
import { backoffMs } from '../api/api';
import { actFor, isOfAnother, setTokenSource, storedToken } from '../api/token';
import { storageKeys } from '../browser/storage';
import type { HostedIdentity } from './hosted-session';
import { renewToken } from './session-api';
import { type SessionSteps, signedOut } from './session-state';

/** Timeout, in milliseconds, for the hosted provider to report who is signed in. */
const HOSTED_TIMEOUT_MS = 10_000;
/** Between attempts to load the user; without the user, guarded pages redirect to /auth. */
const RETRY = { firstMs: 4_000, maxMs: 4_000 };

type Hosted = RefObject<HostedIdentity | null>;

/**
 * Restores the session from the stored token: after a reload, and when another tab signs in or out. A page that has
 * been one person's does not become another's: it shows who has signed in instead.
 */
export function useStoredSession(
  { state, setState, clearSession, showOther, isLoading, loadSession }: SessionSteps,
  provider: string | null,
  hosted: Hosted,
): void {
  const restore = useCallback(() => {
    if (hosted.current === null) setTokenSource(renewToken);
    loadSession().catch(() => undefined);
  }, [loadSession, hosted]);

  const isSignedOut = state.status === 'signed-out';
  const readToken = useCallback(() => {
    const token = storedToken();
    if (token === null) return isSignedOut ? undefined : clearSession(null);
    showOther();
    if (!isSignedOut || isLoading() || isOfAnother(token)) return;
    actFor(token);
    restore();
  }, [isSignedOut, isLoading, clearSession, showOther, restore]);

  useEffect(() => {
    if (storedToken() === null || provider === null) return;
    if (provider === 'builtin') return restore();
    // the hosted provider reports the user by itself, unless its script cannot be loaded
    const timer = setTimeout(
      () => setState((now) => (now.status === 'loading' ? signedOut : now)),
      HOSTED_TIMEOUT_MS,
    );
    return () => clearTimeout(timer);
  }, [provider, restore, setState]);

  useEffect(() => {
    if (state.status !== 'signed-in' || state.user !== null || state.other !== null) return;
    const retry = () => {
      loadSession().catch(() => undefined);
    };
    const timer = setTimeout(retry, backoffMs(RETRY, 1, null));
    return () => clearTimeout(timer);
  }, [state, loadSession]);

  useEffect(() => {
    // the key is null when another tab has cleared the whole storage
    const onStorage = ({ key }: StorageEvent) =>
      (key === storageKeys.token || key === null) && readToken();
    window.addEventListener('storage', onStorage);
    // a page in the back/forward cache, and a frozen tab, get no event when another tab changes the token
    window.addEventListener('pageshow', readToken);
    document.addEventListener('visibilitychange', readToken);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', readToken);
      document.removeEventListener('visibilitychange', readToken);
    };
  }, [readToken]);
}
