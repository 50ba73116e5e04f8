import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useOutletContext } from 'react-router-dom';
import { lazyPart } from '../lib/load-part';
import { useSession } from '../lib/session';
import { useOnline } from '../lib/use-online';
import { FullPageSpinner } from '../ui/spinner';
import { useToast } from '../ui/toast';
import { ScrollRestoration } from './scroll-restoration';
import { BottomBar } from './shell/bottom-bar';
import { Footer } from './shell/footer';
import { TopBar } from './shell/top-bar';
import { shellText } from './texts';

/** Not for visitors, whose first page has no use for it. */
const GuestCartMerge = lazyPart(async () => ({
  default: (await import('../features/cart/guest-cart-merge')).GuestCartMerge,
}));

interface Visit {
  /** True on the very first page of a visit that began signed in: `/` then leads to the dashboard. */
  enteredSignedIn: boolean;
}

export function useVisit(): Visit {
  return useOutletContext<Visit>();
}

/** Whether this is still the page by which a signed-in visitor came in. */
function useEntrance(ready: boolean, signedIn: boolean): boolean {
  const { key } = useLocation();
  const entrance = useRef<{ key: string; signedIn: boolean } | null>(null);
  const [left, setLeft] = useState(false);
  if (ready && entrance.current === null) entrance.current = { key, signedIn };
  useEffect(() => {
    if (entrance.current !== null && entrance.current.key !== key) setLeft(true);
  }, [key]);
  return !left && entrance.current?.signedIn === true && entrance.current.key === key;
}

/** What surrounds every page: bar, offline notice, page, footer, phone bar. */
export function RootLayout() {
  const session = useSession();
  const online = useOnline();
  const ready = session.status !== 'loading';
  const enteredSignedIn = useEntrance(ready, session.status === 'signed-in');
  useEndedNotice();
  if (!ready) return <FullPageSpinner />;
  return (
    <div className="flex min-h-dvh flex-col pb-16 md:pb-0 print:pb-0">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-[200%] rounded-full bg-leaf px-5 py-3 font-semibold text-on-leaf opacity-0 focus:translate-y-0 focus:opacity-100"
      >
        {shellText.skip}
      </a>
      <TopBar />
      {!online && (
        <p role="status" className="bg-butter px-4 py-2 text-center font-semibold text-on-butter">
          {shellText.offlineBar}
        </p>
      )}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet context={{ enteredSignedIn } satisfies Visit} />
      </main>
      <Footer />
      <BottomBar />
      {session.user?.role === 'customer' && (
        <Suspense fallback={null}>
          <GuestCartMerge />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  );
}

/** Says why a session ended when the visitor did not end it. */
function useEndedNotice(): void {
  const { ended } = useSession();
  const toast = useToast();
  useEffect(() => {
    if (ended === null) return;
    toast({ tone: 'error', title: shellText.suspendedTitle, description: shellText[ended] });
  }, [ended, toast]);
}
