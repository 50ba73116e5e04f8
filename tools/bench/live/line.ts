import { connect } from 'node:net';
import { FrameReader, textFrame } from './frames.js';

/** The protocol between a client and a server of the bench. */
export type Protocol = 'socket.io' | 'plain';

/** A client's connection options. */
export interface ConnectionOptions {
  readonly port: number;
  readonly protocol: Protocol;
  /** The handshake's `auth`, for socket.io. */
  readonly auth?: Readonly<Record<string, string>>;
  /** Ids of the products to watch, or rooms to join. */
  readonly watch: readonly string[];
}

const SOCKET_IO = '/socket.io/?EIO=4&transport=websocket';

/**
 * Opens one connection; resolves when the server has accepted it. It parses as little as possible of the protocols, so
 * that a crowd costs little beside its server; `onEvent` receives each event as bytes.
 */
export function openLine(wish: ConnectionOptions, onEvent: (bytes: Buffer) => void): Promise<void> {
  const { port, protocol, auth, watch } = wish;
  const plain = protocol === 'plain';
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const send = (text: string) => socket.write(textFrame(text, true));
    let upgraded = false;
    const reader = new FrameReader((bytes) => {
      const [first, second] = bytes;
      if (plain) return bytes.length < 3 ? resolve() : onEvent(bytes);
      if (first === CODE['2']) send('3');
      else if (first === CODE['0']) send(`40${JSON.stringify(auth ?? {})}`);
      else if (first !== CODE['4']) return;
      else if (second === CODE['2']) onEvent(bytes);
      else if (second === CODE['0'])
        send(`420["product.watch",${JSON.stringify({ productIds: watch })}]`);
      else if (second === CODE['3']) resolve();
      else reject(new Error(bytes.toString()));
    });
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      if (upgraded) return reader.take(chunk);
      // the server's first frame may be in the same chunk as the handshake
      const end = chunk.indexOf('\r\n\r\n');
      if (!chunk.toString('latin1').startsWith('HTTP/1.1 101') || end < 0)
        return reject(new Error(chunk.toString()));
      upgraded = true;
      if (plain) send(JSON.stringify(watch));
      reader.take(chunk.subarray(end + 4));
    });
    socket.write(
      [
        `GET ${plain ? '/' : SOCKET_IO} HTTP/1.1`,
        'host: 127.0.0.1',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    );
  });
}

/** Packet types: Engine.IO open, ping and message; Socket.IO connect, event and acknowledgement. */
const CODE = { '0': 48, '2': 50, '3': 51, '4': 52 } as const;
