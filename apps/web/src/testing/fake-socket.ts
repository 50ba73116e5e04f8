import type { LiveSocket, SocketCallbacks } from '../realtime/socket';

/** A connection to a gateway that has nothing to tell again; it stands a moment after it is opened. */
export function fakeSocket({ onConnect }: SocketCallbacks): LiveSocket {
  queueMicrotask(onConnect);
  const answer = { watching: 0, complete: true, position: '00000000.0-0' };
  const emit = (_name: string, _message: object, ack: (error: null, told: object) => void) =>
    ack(null, answer);
  const socket = {
    connected: true,
    disconnect: () => undefined,
    emit: () => undefined,
    timeout: () => ({ emit }),
    io: {},
  };
  return socket as unknown as LiveSocket;
}
