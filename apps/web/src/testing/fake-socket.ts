import { afterEach, beforeEach } from '@jest/globals';
import type { LiveSocket, SocketCallbacks } from '../realtime/socket';

type Open = (callbacks: SocketCallbacks) => LiveSocket;

const watchAck = { watching: 0, complete: true, position: '00000000.0-0' };
const emit = (_name: string, _message: object, ack: (error: null, response: object) => void) =>
  ack(null, watchAck);
const socketThat = (connected: boolean) =>
  ({
    connected,
    timeout: () => ({ emit }),
    reconnect: () => undefined,
    drop: () => undefined,
    stop: () => undefined,
  }) as unknown as LiveSocket;

/** A fake socket of a gateway with nothing to replay. It connects in the next microtask. */
export const fakeSocket: Open = ({ onConnect }) => {
  queueMicrotask(onConnect);
  return socketThat(true);
};

/** Without a gateway: the page asks for a ticket and never connects. */
const unavailable: Open = ({ ticket }) => {
  ticket().catch(() => undefined);
  return socketThat(false);
};

let open = unavailable;

/** Every spec of the web app has this one instead of realtime/socket (jest.config.js). */
export const openSocket: Open = (callbacks) => open(callbacks);

/** Opens the sockets of the pages that the tests of this file render. */
export function openSocketsBy(opened: Open): void {
  beforeEach(() => {
    open = opened;
  });
  afterEach(() => {
    open = unavailable;
  });
}

/** The connections of these pages, the newest last. */
export function fakeConnections(): SocketCallbacks[] {
  const connections: SocketCallbacks[] = [];
  openSocketsBy((callbacks) => {
    connections.push(callbacks);
    return fakeSocket(callbacks);
  });
  return connections;
}
