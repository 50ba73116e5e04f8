import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import type { DomainEvent, EventName, EventPayload } from '#libs/contracts';
import type { SocketCallbacks } from '../realtime/socket';
import { fakeSocket } from './fake-socket';

/** Replaces the socket by one that the test controls. Call it before the app is imported. */
export function fakeConnection() {
  const connections: SocketCallbacks[] = [];
  let count = 0;
  jest.unstable_mockModule('../realtime/socket', () => ({
    openSocket: (callbacks: SocketCallbacks) => {
      connections.push(callbacks);
      return fakeSocket(callbacks);
    },
  }));
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
