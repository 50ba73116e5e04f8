import { parseEvent, queueDepthsSchema } from '#libs/contracts';
import { depths as queueDepths } from '../../features/jobs/jobs.live';
import { RealtimeClient, type RealtimeOptions } from '../../realtime/realtime-client';
import { effectOf } from './effects';
import { putsOf } from './event-table';

/** Creates the live client with the event table of all features. */
export function createLiveClient(options: Omit<RealtimeOptions, 'table'>): RealtimeClient {
  return new RealtimeClient({
    ...options,
    table: {
      parseEvent,
      parseDepths: (message) => queueDepthsSchema.safeParse(message).data ?? null,
      event: putsOf,
      effect: effectOf,
      depths: (depths) => [queueDepths.of(depths)],
    },
  });
}
