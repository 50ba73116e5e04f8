import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useOutletContext } from 'react-router-dom';
import { afterPage } from '../lib/api/after-page';
import { lazyPart } from '../lib/api/chunks';
import { useCompositionGuard } from '../lib/browser/use-composition-guard';
import { useSession } from '../lib/session/session';
import { FullPageSpinner } from '../ui/spinner';
import { useToast, useToastsOfPage } from '../ui/toast';
import { ScrollRestoration } from './scroll-restoration';
import { BottomBar } from './shell/bottom-bar';
import { Footer } from './shell/footer';
import { TopBar } from './shell/top-bar';
import { shellText } from './texts';

const Notices = afterPage(() => import('./shell/notices'));

/** Loaded on demand: visitors do not need it. */
const MemberParts = lazyPart(async () => ({
  default: (await import('./shell/member-parts')).MemberParts,
}));

interface Visit {
  /** True on the first page of a visit that started signed in: `/` then redirects to the dashboard. */
  enteredSignedIn: boolean;
}

export function useVisit(): Visit {
  return useOutletContext<Visit>();
}

/** Whether this is the first page of a visit that started signed in. */
function useEnteredSignedIn(ready: boolean, signedIn: boolean): boolean {
  const { key } = useLocation();
  const firstLocation = useRef<{ key: string; signedIn: boolean } | null>(null);
  const [hasNavigated, setHasNavigated] = useState(false);
  if (ready && firstLocation.current === null) firstLocation.current = { key, signedIn };
  useEffect(() => {
    if (firstLocation.current !== null && firstLocation.current.key !== key) setHasNavigated(true);
  }, [key]);
  return (
    !hasNavigated && firstLocation.current?.signedIn === true && firstLocation.current.key === key
  );
}

/** The layout of every page: top bar, offline notice, page, footer, bottom bar. */
export function RootLayout() {
  const session = useSession();
  const ready = session.status !== 'loading';
  const enteredSignedIn = useEnteredSignedIn(ready, session.status === 'signed-in');
  useSessionEndedToast();
  useCompositionGuard();
  useToastsOfPage(useLocation().pathname);
  if (!ready) return <FullPageSpinner />;
  return (
    <div className="flex min-h-dvh flex-col pb-(--bars) print:pb-0">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-[200%] rounded-full bg-leaf px-5 py-3 font-semibold text-on-leaf opacity-0 focus:translate-y-0 focus:opacity-100"
      >
        {shellText.skip}
      </a>
      <TopBar />
      <Notices />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet context={{ enteredSignedIn } satisfies Visit} />
      </main>
      <Footer />
      {session.user?.role !== 'farmer' && <BottomBar />}
      {session.user && (
        <Suspense fallback={null}>
          <MemberParts user={session.user} />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  );
}

/** Shows a toast with the reason when the session ended without a sign-out by the user. */
function useSessionEndedToast(): void {
  const { ended } = useSession();
  const toast = useToast();
  useEffect(() => {
    if (ended === null) return;
    const isDeleted = ended === 'deleted';
    toast({
      tone: isDeleted ? 'info' : 'error',
      title: isDeleted ? shellText.deletedTitle : shellText.suspendedTitle,
      description: shellText[ended],
    });
  }, [ended, toast]);
}
