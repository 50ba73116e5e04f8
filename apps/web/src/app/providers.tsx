import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../lib/api/query-client';
import { SessionProvider } from '../lib/session/session';
import { type LoadLiveClient, RealtimeProvider } from '../realtime/realtime-provider';
import { LiveAnnouncer } from '../ui/live-announcer';
import { ToastProvider } from '../ui/toast';
import { OnePersonOnly } from './other-person';

const loadLiveClient: LoadLiveClient = async (viewer) =>
  viewer === null
    ? (await import('./live/visitor-live-client')).createVisitorLiveClient
    : (await import('./live/live-client')).createLiveClient;

/** The context providers of every page. */
export function Providers({ children, client }: { children: ReactNode; client?: QueryClient }) {
  const [queryClient] = useState(() => client ?? createQueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <OnePersonOnly>
          <ToastProvider>
            <LiveAnnouncer>
              <RealtimeProvider load={loadLiveClient}>{children}</RealtimeProvider>
            </LiveAnnouncer>
          </ToastProvider>
        </OnePersonOnly>
      </SessionProvider>
    </QueryClientProvider>
  );
}
