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
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { defineMessages } from '../messages';
import { paths } from '../paths';
import type { SessionProfile } from '../session-api';
import { type Slot, useSlot } from './slot';

const text = defineMessages({
  en: {
    loading: 'Loading the sign-in form…',
    failed: 'The sign-in service cannot be reached. Check your connection and reload the page.',
  },
});

/** What the session needs of the hosted provider. */
export interface HostedIdentity {
  readonly token: () => Promise<string | null>;
  readonly signOut: () => Promise<void>;
  readonly profile: SessionProfile;
}

interface Props {
  publishableKey: string;
  /** Called with the signed-in identity, and with null when there is none. */
  onIdentity: (identity: HostedIdentity | null) => void;
}

/** The only file that knows Clerk: reports its session and fills the page's slot with its widgets. */
export default function ClerkAdapter({ publishableKey, onIdentity }: Props) {
  const slot = useSlot();
  const go = (to: string) => (slot === null ? window.location.assign(to) : slot.navigate(to));
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
      {slot !== null && createPortal(<Widget kind={slot.kind} />, slot.element)}
    </ClerkProvider>
  );
}

function Bridge({ onIdentity }: Pick<Props, 'onIdentity'>) {
  const { isLoaded, isSignedIn, getToken, signOut } = useAuth();
  const { user } = useUser();
  useEffect(() => {
    if (!isLoaded) return;
    const email = user?.primaryEmailAddress?.emailAddress;
    if (!isSignedIn || user === null || user === undefined || email === undefined) {
      onIdentity(null);
      return;
    }
    onIdentity({
      token: () => getToken({ skipCache: true }),
      signOut: () => signOut(),
      profile: {
        email,
        firstName: user.firstName ?? undefined,
        lastName: user.lastName ?? undefined,
        imageUrl: user.imageUrl,
      },
    });
  }, [isLoaded, isSignedIn, user, getToken, signOut, onIdentity]);
  return null;
}

function Widget({ kind }: Pick<Slot, 'kind'>) {
  return (
    <>
      <ClerkLoading>
        <p>{text.loading}</p>
      </ClerkLoading>
      <ClerkFailed>
        <p role="alert">{text.failed}</p>
      </ClerkFailed>
      {kind === 'sign-in' && <SignIn routing="path" path="/sign-in" />}
      {kind === 'sign-up' && <SignUp routing="path" path="/sign-up" />}
      {kind === 'callback' && <AuthenticateWithRedirectCallback />}
    </>
  );
}
