import {
  AuthenticateWithRedirectCallback,
  ClerkFailed,
  ClerkLoading,
  ClerkProvider,
  SignIn,
  SignUp,
  useAuth,
  useUser,
} from '@clerk/clerk-react';
import { type RefObject, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '../paths';
import { defineMessages } from '../text/messages';
import { type HostedIdentity, useHostedSession } from './hosted-session';
import { go, type Slot, useSlot } from './identity-slot';
import type { SessionSteps } from './session-state';

const text = defineMessages({
  en: {
    loading: 'Loading the sign-in form…',
    failed: 'The sign-in service cannot be reached. Check your connection and reload the page.',
  },
});

interface Props {
  publishableKey: string;
  steps: SessionSteps;
  /** The signed-in identity, for the session's other steps. */
  hosted: RefObject<HostedIdentity | null>;
}

/** The only file that uses Clerk: reports its session and renders its widgets into the page's slot. */
export default function ClerkAdapter({ publishableKey, steps, hosted }: Props) {
  const onIdentity = useHostedSession(steps, hosted);
  const slot = useSlot();
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      routerPush={go}
      routerReplace={go}
      signInUrl={paths.signIn}
      signUpUrl="/sign-up"
      signInFallbackRedirectUrl={paths.products}
      signUpFallbackRedirectUrl={paths.products}
    >
      <Bridge onIdentity={onIdentity} />
      {slot !== null && createPortal(<Widget {...slot} />, slot.element)}
    </ClerkProvider>
  );
}

function Bridge({ onIdentity }: { onIdentity: ReturnType<typeof useHostedSession> }) {
  const { isLoaded, isSignedIn, sessionId, getToken, signOut } = useAuth();
  const { user } = useUser();
  useEffect(() => {
    if (!isLoaded) return;
    const email = user?.primaryEmailAddress?.emailAddress;
    if (!isSignedIn || user === null || user === undefined || email === undefined) {
      onIdentity(null);
      return;
    }
    onIdentity({
      sessionId,
      token: () => getToken({ skipCache: true }),
      // the callback does nothing, because the app navigates by itself; without one, Clerk would reload the page
      signOut: () => signOut(() => undefined),
      profile: {
        email,
        firstName: user.firstName ?? undefined,
        lastName: user.lastName ?? undefined,
        imageUrl: user.imageUrl,
      },
    });
  }, [isLoaded, isSignedIn, sessionId, user, getToken, signOut, onIdentity]);
  return null;
}

function Widget({ kind, next }: Pick<Slot, 'kind' | 'next'>) {
  return (
    <>
      <ClerkLoading>
        <p>{text.loading}</p>
      </ClerkLoading>
      <ClerkFailed>
        <p role="alert">{text.failed}</p>
      </ClerkFailed>
      {kind === 'sign-in' && <SignIn routing="path" path="/sign-in" fallbackRedirectUrl={next} />}
      {kind === 'sign-up' && <SignUp routing="path" path="/sign-up" fallbackRedirectUrl={next} />}
      {kind === 'callback' && <AuthenticateWithRedirectCallback />}
    </>
  );
}
