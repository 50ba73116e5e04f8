import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadPart, pageLoaded } from '../lib/api/chunks';
import { oldestKept, subscribeToKept } from '../lib/api/kept-data';
import { useSession } from '../lib/session/session';
import { useToast } from '../ui/toast';
import { type ConnectionState, connecting } from './connection-state';
import type { LiveFiguresSnapshot } from './live-figures';
import type { Effect, Viewer } from './live-table';
import type { RealtimeClient, RealtimeOptions } from './realtime-client';
import { realtimeText } from './texts';
import type { Watched } from './watch-set';

const RealtimeContext = createContext<RealtimeClient | null>(null);

export interface Connection extends ConnectionState {
  readonly setPaused: (paused: boolean) => void;
}

/** Loads the factory of a viewer's client; events until then are replayed. */
export type LoadLiveClient = (
  viewer: Viewer,
) => Promise<(options: Omit<RealtimeOptions, 'table'>) => RealtimeClient>;

/** Keeps the page's data live: one connection per viewer, a new one after sign-in and sign-out. */
export function RealtimeProvider({
  load,
  children,
}: {
  load: LoadLiveClient;
  children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const { status, user, signOut, reload } = useSession();
  const { _id: id, role, farmId = null, farmRole = null } = user ?? {};
  const viewer: Viewer = useMemo(
    () => (id && role ? { id, role, farmId, farmRole } : null),
    [id, role, farmId, farmRole],
  );
  const [client, setClient] = useState<RealtimeClient | null>(null);
  const toast = useToast();
  const onEffect = useEffectEvent((effect: Effect) => {
    const reasons = { 'sign-out': 'suspended', 'account-deleted': 'deleted' } as const;
    const done = effect === 'reload-session' ? reload() : signOut(reasons[effect]);
    done.catch(() => undefined); // the session reports its own errors
  });
  const onResync = useEffectEvent(() =>
    toast({
      tone: 'info',
      title: realtimeText.resynced,
      description: realtimeText.resyncedDetail,
    }),
  );

  useEffect(() => {
    if (status === 'loading') return;
    let cancelled = false;
    let stop: (() => void) | null = null;
    const loaded = pageLoaded().then(() => loadPart(() => load(viewer)));
    loaded.then(
      (createClient) => {
        if (cancelled) return;
        const next = createClient({
          viewer,
          queryClient,
          onEffect: (effect) => onEffect(effect),
          onResync: () => onResync(),
        });
        stop = next.start();
        // every list on screen depends on the client: a transition renders them without blocking input
        startTransition(() => setClient(next));
      },
      () => undefined, // the page works without the client, only not live
    );
    return () => {
      cancelled = true;
      stop?.();
      setClient(null);
    };
  }, [queryClient, viewer, status, load]);

  return <RealtimeContext value={client}>{children}</RealtimeContext>;
}

const subscribeToNothing = () => () => undefined;
const noop = () => undefined;

/** The connection state, which counts from the oldest kept data on the page, and a function that pauses live updates. */
export function useConnection(): Connection {
  const client = useContext(RealtimeContext);
  const state = useSyncExternalStore(
    client?.subscribe ?? subscribeToNothing,
    client?.snapshot ?? (() => connecting),
    () => connecting,
  );
  const keptAt = useSyncExternalStore(subscribeToKept, oldestKept, () => null);
  const since = keptAt === null ? state.since : new Date(keptAt);
  return { ...state, since, setPaused: client?.setPaused ?? noop };
}

/** This page's measurements of its connection; null until the client is loaded. */
export function useLiveFigures(): LiveFiguresSnapshot | null {
  const figures = useContext(RealtimeContext)?.figures;
  return useSyncExternalStore(
    figures?.subscribe ?? subscribeToNothing,
    figures?.snapshot ?? (() => null),
    () => null,
  );
}

/** Subscribes to stock, price and status of these products while the component is on screen. */
export function useWatchProducts(ids: readonly string[]): void {
  useWatch(ids, 'productIds');
}

/** Subscribes to the days of these farms and their places while the component is on screen. */
export function useWatchFarms(ids: readonly string[]): void {
  useWatch(ids, 'farmIds');
}

function useWatch(ids: readonly string[], kind: keyof Watched): void {
  const client = useContext(RealtimeContext);
  const list = [...new Set(ids)].sort().join();
  useEffect(
    () => (client === null || list === '' ? undefined : client.watch({ [kind]: list.split(',') })),
    [client, list, kind],
  );
}
