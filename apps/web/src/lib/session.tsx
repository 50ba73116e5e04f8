import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Role, UserDto } from '#libs/contracts';
import { ApiError, errorCode, OfflineError } from './api';
import { builtin } from './identity/builtin';
import type { HostedIdentity } from './identity/clerk';
import { lazyPart } from './load-part';
import { logError } from './log';
import { defineMessages } from './messages';
import { demoAccount, demoSession, loadUser, type SessionProfile } from './session-api';
import { settingsQueryOptions } from './settings';
import { storage, storageKeys } from './storage';
import { setTokenSource, storedToken, storeToken } from './token';

const text = defineMessages({ en: { suspended: 'This account is suspended.' } });

const ClerkAdapter = lazyPart(() => import('./identity/clerk'));

export type SessionStatus = 'loading' | 'signed-out' | 'signed-in';
/** Why a session ended, where it was not the visitor's own wish. */
export type SignOutReason = 'suspended' | 'expired';

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  role: Role;
}

export interface Session {
  status: SessionStatus;
  /** Null while signed out, and when the server could not say who this is: the role is unknown then. */
  user: UserDto | null;
  /** Why the last session ended, until somebody signs in. */
  ended: SignOutReason | null;
  /** Answers null where the account wants a code as well: `enter` then, once it was given. */
  signIn: (credentials: { email: string; password: string }) => Promise<UserDto | null>;
  /** Goes on as whom the built-in provider has let in. */
  enter: (profile: SessionProfile) => Promise<UserDto>;
  signUp: (account: NewAccount) => Promise<UserDto>;
  demoSignIn: (role: Role, index?: number) => Promise<UserDto>;
  signOut: (reason?: SignOutReason) => Promise<void>;
  /** Asks the server again who this is, for instance after the profile was changed. */
  reload: () => Promise<void>;
}

interface State {
  status: SessionStatus;
  user: UserDto | null;
  ended: SignOutReason | null;
}

/** Data that is the same for everybody and may stay in the cache when the user changes. */
const publicData = new Set<unknown>(['settings', 'farms', 'products']);
/** The refusal that the server gives a suspended account elsewhere, for a sign-in that it let through. */
function suspended(): ApiError {
  const message = text.suspended;
  const about = { type: 'about:blank', title: message, status: 403, detail: message, message };
  return new ApiError({ ...about, code: 'USER_SUSPENDED', requestId: '' });
}

/** How long a stored token waits for the hosted provider to say whose it is. */
const HOSTED_PATIENCE_MS = 10_000;
const signedOut: State = { status: 'signed-out', user: null, ended: null };
const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}

/** A new token for the session of this browser, whichever way it was opened. */
async function renewBuiltin(): Promise<string | null> {
  const demo = demoAccount.read();
  if (demo === null) return builtin.token();
  return (await demoSession(demo.role, demo.index)).token;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: settings, isError: noSettings } = useQuery(settingsQueryOptions());
  const provider = settings?.identity.provider ?? (noSettings ? 'builtin' : null);
  const hosted = useRef<HostedIdentity | null>(null);
  const [state, setState] = useState<State>(() =>
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

  const open = useCallback(
    async (profile: SessionProfile) => {
      demoAccount.write(null);
      storeToken(await builtin.token());
      setTokenSource(renewBuiltin);
      return establish(profile);
    },
    [establish],
  );

  const signOut = useCallback(
    async (reason?: SignOutReason) => {
      const demo = demoAccount.read();
      const identity = hosted.current;
      forget(reason ?? null);
      try {
        if (identity !== null) await identity.signOut();
        else if (demo === null) await builtin.signOut();
      } catch (error) {
        if (!(error instanceof OfflineError)) logError('Sign-out at the provider failed', error);
      }
    },
    [forget],
  );

  const resume = useCallback(() => {
    if (storedToken() === null) return setState((now) => ({ ...signedOut, ended: now.ended }));
    if (hosted.current === null) setTokenSource(renewBuiltin);
    establish().catch(() => undefined);
  }, [establish]);

  useEffect(() => {
    if (provider === null || storedToken() === null) return;
    if (provider === 'builtin') return resume();
    // the hosted provider reports by itself who is there, unless its script cannot be loaded
    const timer = setTimeout(
      () => setState((now) => (now.status === 'loading' ? signedOut : now)),
      HOSTED_PATIENCE_MS,
    );
    return () => clearTimeout(timer);
  }, [provider, resume]);

  // signed in or out in another tab
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const changedHands = event.oldValue === null || event.newValue === null;
      if (event.key === storageKeys.token && changedHands) resume();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [resume]);

  const onIdentity = useCallback(
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
    [establish, forget],
  );

  const session = useMemo<Session>(
    () => ({
      ...state,
      signIn: async (credentials) => {
        return (await builtin.signIn(credentials)) ? open({ email: credentials.email }) : null;
      },
      enter: open,
      signUp: async ({ password, role, ...person }) => {
        const name = `${person.firstName} ${person.lastName}`.trim();
        await builtin.signUp({ name, email: person.email, password });
        return open({ ...person, role });
      },
      demoSignIn: async (role, index = 0) => {
        const { token, user } = await demoSession(role, index);
        demoAccount.write({ role, index });
        storeToken(token);
        setTokenSource(renewBuiltin);
        return accept(user);
      },
      signOut,
      reload: async () => {
        await establish();
      },
    }),
    [state, open, accept, signOut, establish],
  );

  return (
    <SessionContext value={session}>
      {settings?.identity.provider === 'clerk' && (
        <Suspense>
          <ClerkAdapter publishableKey={settings.identity.publishableKey} onIdentity={onIdentity} />
        </Suspense>
      )}
      {children}
    </SessionContext>
  );
}
