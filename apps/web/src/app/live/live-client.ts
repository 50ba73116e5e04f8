import { depths as queueDepths } from '../../features/jobs/jobs.live';
import { RealtimeClient, type RealtimeOptions } from '../../realtime/realtime-client';
import { effectOf } from './effects';
import { putsOf } from './event-table';

/** The live connection with the data of every feature. */
export function createLiveClient(options: Omit<RealtimeOptions, 'table'>): RealtimeClient {
  return new RealtimeClient({
    ...options,
    table: { event: putsOf, effect: effectOf, depths: (depths) => [queueDepths.of(depths)] },
  });
}
