import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useMemo,
  useRef,
} from 'react';
import type { Role, UserDto } from '#libs/contracts';
import { OfflineError } from './api';
import { builtin } from './identity/builtin';
import type { HostedIdentity } from './identity/clerk';
import { lazyPart } from './load-part';
import { logError } from './log';
import { demoAccount, demoSession, type SessionProfile } from './session-api';
import { useHostedSession, useStoredSession } from './session-sources';
import {
  renewBuiltin,
  type SessionState,
  type SessionSteps,
  type SignOutReason,
  useSessionState,
} from './session-state';
import { settingsQueryOptions } from './settings';
import { setTokenSource, storeToken } from './token';

export type { SignOutReason } from './session-state';

const ClerkAdapter = lazyPart(() => import('./identity/clerk'));

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  role: Role;
}

export interface Session extends SessionState {
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

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { data: settings, isError: noSettings } = useQuery(settingsQueryOptions());
  const provider = settings?.identity.provider ?? (noSettings ? 'builtin' : null);
  const hosted = useRef<HostedIdentity | null>(null);
  const steps = useSessionState();
  useStoredSession(steps, provider, hosted);
  const onIdentity = useHostedSession(steps, hosted);
  const actions = useSessionActions(steps, hosted);
  const { state } = steps;
  const session = useMemo<Session>(() => ({ ...state, ...actions }), [state, actions]);

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

/** What people do with their session. */
function useSessionActions(
  { accept, establish, forget }: SessionSteps,
  hosted: RefObject<HostedIdentity | null>,
): Omit<Session, keyof SessionState> {
  return useMemo(() => {
    const enter = async (profile: SessionProfile) => {
      demoAccount.write(null);
      storeToken(await builtin.token());
      setTokenSource(renewBuiltin);
      return establish(profile);
    };
    return {
      enter,
      signIn: async (credentials) =>
        (await builtin.signIn(credentials)) ? enter({ email: credentials.email }) : null,
      signUp: async ({ password, role, ...person }) => {
        const name = `${person.firstName} ${person.lastName}`.trim();
        await builtin.signUp({ name, email: person.email, password });
        return enter({ ...person, role });
      },
      demoSignIn: async (role, index = 0) => {
        const { token, user } = await demoSession(role, index);
        demoAccount.write({ role, index });
        storeToken(token);
        setTokenSource(renewBuiltin);
        return accept(user);
      },
      signOut: async (reason) => {
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
      reload: async () => {
        await establish();
      },
    };
  }, [accept, establish, forget, hosted]);
}
