import { act } from '@testing-library/react';
import type { DomainEvent, EventName, EventPayload } from '#libs/contracts';
import { fakeConnections } from './fake-socket';

/** The connection of the page that a test renders. */
export function fakeConnection() {
  const connections = fakeConnections();
  let count = 0;
  return {
    /** Delivers one event to the page. */
    emit: <Name extends EventName>(name: Name, version: number, payload: EventPayload<Name>) => {
      count += 1;
      const event = {
        id: count.toString(16).padStart(24, '0'),
        name,
        occurredAt: new Date().toISOString(),
        aggregateId: 'c'.padEnd(24, '0'),
        version,
        correlationId: 'test',
        actorId: null,
        payload,
      } as unknown as DomainEvent;
      act(() => connections.at(-1)?.onEvent(event));
    },
  };
}
