import type { LiveSocket, SocketCallbacks } from '../realtime/socket';

/** A fake socket of a gateway with nothing to replay. It connects in the next microtask. */
export function fakeSocket({ onConnect }: SocketCallbacks): LiveSocket {
  queueMicrotask(onConnect);
  const watchAck = { watching: 0, complete: true, position: '00000000.0-0' };
  const emit = (_name: string, _message: object, ack: (error: null, response: object) => void) =>
    ack(null, watchAck);
  const socket = {
    connected: true,
    timeout: () => ({ emit }),
    reconnect: () => undefined,
    drop: () => undefined,
    stop: () => undefined,
  };
  return socket as unknown as LiveSocket;
}
