import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import type { DomainEvent, EventName, EventPayload } from '#libs/contracts';
import type { SocketCallbacks } from '../realtime/socket';
import { fakeSocket } from './fake-socket';

/** A live connection in the hands of a test, in place of the socket; to be made before the app is loaded. */
export function fakeConnection() {
  const connections: SocketCallbacks[] = [];
  let told = 0;
  jest.unstable_mockModule('../realtime/socket', () => ({
    openSocket: (callbacks: SocketCallbacks) => {
      connections.push(callbacks);
      return fakeSocket(callbacks);
    },
  }));
  return {
    /** Tells the page one event. */
    tell: <Name extends EventName>(name: Name, version: number, payload: EventPayload<Name>) => {
      told += 1;
      const event = {
        id: told.toString(16).padStart(24, '0'),
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
