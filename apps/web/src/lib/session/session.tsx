import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { DemoRole, Role } from '#libs/contracts';
import { setSuspensionHandler } from '../api/api';
import { lazyPart, OfflineError } from '../api/chunks';
import { settingsQueryOptions } from '../api/public-data';
import { setPersonChangedHandler, setTokenSource } from '../api/token';
import { logError } from '../browser/page';
import { storage, storageKeys } from '../browser/storage';
import { setMarketZone } from '../text/format';
import { builtin } from './builtin';
import type { HostedIdentity } from './hosted-session';
import { demoAccount, demoSession, renewToken, type SessionProfile } from './session-api';
import {
  type SessionState,
  type SessionSteps,
  type SessionUser,
  type SignOutReason,
  useSessionState,
} from './session-state';
import { useStoredSession } from './stored-session';

export { isCrew, type SessionUser, type SignOutReason } from './session-state';

const ClerkAdapter = lazyPart(() => import('./clerk'));

interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  role: Role;
}

interface Session extends SessionState {
  /** Returns null if the account has two-factor authentication: call `completeSignIn` after the code. */
  signIn: (credentials: { email: string; password: string }) => Promise<SessionUser | null>;
  /** Starts the session after the built-in provider has signed the user in. */
  completeSignIn: (profile: SessionProfile) => Promise<SessionUser>;
  signUp: (account: NewAccount) => Promise<SessionUser>;
  demoSignIn: (role: DemoRole, index?: number) => Promise<SessionUser>;
  signOut: (reason?: SignOutReason) => Promise<void>;
  /** Reloads the user, for instance after a change of the profile. */
  reload: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { data: settings, isError: noSettings } = useQuery(settingsQueryOptions());
  // before anything below formats a date
  useMemo(() => setMarketZone(settings?.timeZone), [settings]);
  const provider = settings?.identity.provider ?? (noSettings ? 'builtin' : null);
  const hosted = useRef<HostedIdentity | null>(null);
  const steps = useSessionState();
  useStoredSession(steps, provider, hosted);
  const actions = useSessionActions(steps, hosted);
  useEffect(() => {
    setSuspensionHandler(() => void actions.signOut('suspended'));
    return () => setSuspensionHandler(() => undefined);
  }, [actions]);
  const { state, showOther } = steps;
  useEffect(() => {
    setPersonChangedHandler(showOther);
    return () => setPersonChangedHandler(() => undefined);
  }, [showOther]);
  const session = useMemo<Session>(() => ({ ...state, ...actions }), [state, actions]);

  return (
    <SessionContext value={session}>
      {settings?.identity.provider === 'clerk' && (
        <Suspense>
          <ClerkAdapter
            publishableKey={settings.identity.publishableKey}
            steps={steps}
            hosted={hosted}
          />
        </Suspense>
      )}
      {children}
    </SessionContext>
  );
}

/** Sign-in, sign-up, sign-out and reload. */
function useSessionActions(
  { accept, begin, loadSession, clearSession }: SessionSteps,
  hosted: RefObject<HostedIdentity | null>,
): Omit<Session, keyof SessionState> {
  return useMemo(() => {
    const completeSignIn = async (profile: SessionProfile) => {
      storage.remove(storageKeys.demoAccount);
      begin(await builtin.token());
      setTokenSource(renewToken);
      return loadSession(profile);
    };
    return {
      completeSignIn,
      signIn: async (credentials) => {
        const isComplete = await builtin.signIn(credentials);
        return isComplete ? completeSignIn({ email: credentials.email }) : null;
      },
      signUp: async ({ password, role, ...person }) => {
        const name = `${person.firstName} ${person.lastName}`.trim();
        await builtin.signUp({ name, email: person.email, password });
        return completeSignIn({ ...person, role });
      },
      demoSignIn: async (role, index = 0) => {
        const { token, user } = await demoSession(role, index);
        demoAccount.write({ role, index });
        begin(token);
        setTokenSource(renewToken);
        return accept(user);
      },
      signOut: async (reason) => {
        const isDemo = storage.get(storageKeys.demoAccount) !== null;
        const identity = hosted.current;
        hosted.current = null; // the provider's next report is not an expired session
        clearSession(reason ?? null);
        try {
          if (identity !== null) await identity.signOut();
          else if (!isDemo) await builtin.signOut();
        } catch (error) {
          if (!(error instanceof OfflineError)) logError('Sign-out at the provider failed', error);
        }
      },
      reload: async () => {
        await loadSession();
      },
    };
  }, [accept, begin, loadSession, clearSession, hosted]);
}
