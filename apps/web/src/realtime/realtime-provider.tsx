import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSession } from '../lib/session';
import { whenIdle } from '../lib/when-idle';
import { useToast } from '../ui/toast';
import type { Effect } from './effects';
import type { Viewer } from './facts';
import type { ConnectionState, RealtimeClient } from './realtime-client';
import { realtimeText } from './texts';

const RealtimeContext = createContext<RealtimeClient | null>(null);

export interface Connection extends ConnectionState {
  readonly setPaused: (paused: boolean) => void;
}

/**
 * Keeps the page's data live; one connection per viewer, a new one when somebody signs in or out. The client
 * is loaded after the page, so that nobody waits for it to see the first screen.
 */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { status, user, signOut, reload } = useSession();
  const viewerKey = user ? `${user._id} ${user.role} ${user.farmId ?? ''}` : '';
  const [client, setClient] = useState<RealtimeClient | null>(null);

  const toast = useToast();
  const actions = useRef({ signOut, reload, toast });
  useEffect(() => {
    actions.current = { signOut, reload, toast };
  });

  useEffect(() => {
    if (status === 'loading') return;
    const onEffect = (effect: Effect) => {
      const done =
        effect === 'sign-out' ? actions.current.signOut('suspended') : actions.current.reload();
      done.catch(() => undefined); // the session says itself what went wrong
    };
    let left = false;
    let stop: (() => void) | null = null;
    whenIdle(() => import('./realtime-client')).then(
      (module) => {
        if (left) return;
        const next = new module.RealtimeClient({
          viewer: viewerOf(viewerKey),
          queryClient,
          onEffect,
          onResync: () =>
            actions.current.toast({
              tone: 'info',
              title: realtimeText.resynced,
              description: realtimeText.resyncedDetail,
            }),
        });
        stop = next.start();
        // every list on screen hears of it: in slices, which hold up nothing
        startTransition(() => setClient(next));
      },
      () => undefined, // the page works without, only not live
    );
    return () => {
      left = true;
      stop?.();
      setClient(null);
    };
  }, [queryClient, viewerKey, status]);

  return <RealtimeContext value={client}>{children}</RealtimeContext>;
}

function viewerOf(key: string): Viewer {
  const [id, role, farmId] = key.split(' ');
  return id ? ({ id, role, farmId: farmId || null } as Viewer) : null;
}

const connecting: ConnectionState = {
  state: 'reconnecting',
  since: null,
  polling: false,
  paused: false,
  waiting: 0,
};
const never = () => () => undefined;
const nothing = () => undefined;

/** Whether the page is live, and the switch that pauses it. */
export function useConnection(): Connection {
  const client = useContext(RealtimeContext);
  const state = useSyncExternalStore(
    client?.subscribe ?? never,
    client?.snapshot ?? (() => connecting),
    () => connecting,
  );
  return { ...state, setPaused: client?.setPaused ?? nothing };
}

/** Hears of stock, price and status of these products while the component is on screen. */
export function useWatchProducts(ids: readonly string[]): void {
  const client = useContext(RealtimeContext);
  const list = [...new Set(ids)].sort().join();
  useEffect(
    () => (client === null || list === '' ? undefined : client.watch(list.split(','))),
    [client, list],
  );
}
