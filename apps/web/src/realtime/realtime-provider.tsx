import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useSession } from '../lib/session';
import type { Effect } from './effects';
import type { Viewer } from './facts';
import { type ConnectionState, RealtimeClient } from './realtime-client';

const RealtimeContext = createContext<RealtimeClient | null>(null);

export interface Connection extends ConnectionState {
  readonly setPaused: (paused: boolean) => void;
}

/** Keeps the page's data live; one connection per viewer, a new one when somebody signs in or out. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const session = useSession();
  const { status, user } = session;
  const viewerKey = user ? `${user._id} ${user.role} ${user.farmId ?? ''}` : '';

  const actions = useRef({ signOut: session.signOut, reload: session.reload });
  useEffect(() => {
    actions.current = { signOut: session.signOut, reload: session.reload };
  });

  const client = useMemo(() => {
    const [id, role, farmId] = viewerKey.split(' ');
    const viewer = id ? ({ id, role, farmId: farmId || null } as Viewer) : null;
    const onEffect = (effect: Effect) => {
      const { signOut, reload } = actions.current;
      const done = effect === 'sign-out' ? signOut('suspended') : reload();
      done.catch(() => undefined); // the session says itself what went wrong
    };
    return new RealtimeClient({ viewer, queryClient, onEffect, onResync: () => undefined });
  }, [queryClient, viewerKey]);

  useEffect(() => (status === 'loading' ? undefined : client.start()), [client, status]);

  return <RealtimeContext value={client}>{children}</RealtimeContext>;
}

function useClient(): RealtimeClient {
  const client = useContext(RealtimeContext);
  if (client === null) throw new Error('Live data outside of RealtimeProvider');
  return client;
}

/** Whether the page is live, and the switch that pauses it. */
export function useConnection(): Connection {
  const client = useClient();
  const state = useSyncExternalStore(client.subscribe, client.snapshot);
  return { ...state, setPaused: client.setPaused };
}

/** Hears of stock, price and status of these products while the component is on screen. */
export function useWatchProducts(ids: readonly string[]): void {
  const client = useClient();
  const list = [...new Set(ids)].sort().join();
  useEffect(() => (list === '' ? undefined : client.watch(list.split(','))), [client, list]);
}
