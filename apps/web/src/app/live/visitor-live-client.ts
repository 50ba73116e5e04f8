import '../../features/catalogue/catalogue.live';
import '../../features/farms/farms.live';
import { type DomainEvent, parseVisitorEvent } from '#libs/contracts';
import type { Put } from '../../realtime/entity';
import { RealtimeClient, type RealtimeOptions } from '../../realtime/realtime-client';
import { visitorTable } from './visitor-table';

/** Creates a visitor's live client: a third of the members' in size, because it knows only public events. */
export function createVisitorLiveClient(options: Omit<RealtimeOptions, 'table'>): RealtimeClient {
  return new RealtimeClient({
    ...options,
    table: {
      parseEvent: parseVisitorEvent,
      parseDepths: () => null,
      event: putsOf,
      effect: () => null,
      depths: () => [],
    },
  });
}

function putsOf(event: DomainEvent): readonly Put[] {
  // the table pairs name and payload, but TypeScript loses that in an indexed access
  const puts = visitorTable[event.name as keyof typeof visitorTable] as
    | ((event: DomainEvent) => readonly Put[])
    | undefined;
  return puts?.(event) ?? [];
}
