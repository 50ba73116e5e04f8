/**
 * The minimal baseline: WebSockets without a library. Each entry of a Redis stream is encoded as a frame once and
 * written to every socket in its room; a client names its rooms in its first message. There are no pings, and no limits
 * for slow readers. `websockets.js <redis> <stream>` prints its port.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Redis } from 'ioredis';
import { FrameReader, textFrame } from '../live/frames.js';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const READ_AT_ONCE = 500;

const [url = '', stream = ''] = process.argv.slice(2);
const rooms = new Map<string, Set<Duplex>>();

const http = createServer();
http.on('upgrade', (request, socket) => {
  const key = String(request.headers['sec-websocket-key']);
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
  );
  const reader = new FrameReader((text) => {
    for (const room of JSON.parse(text.toString()) as string[]) {
      const members = rooms.get(room) ?? new Set();
      rooms.set(room, members.add(socket));
    }
    socket.write(textFrame('ok', false));
  });
  socket.on('data', (chunk: Buffer) => reader.take(chunk));
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const members of rooms.values()) members.delete(socket);
  });
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(http.address() as AddressInfo).port}\n`);
});

const redis = new Redis(url);
for (let last = '$'; ; ) {
  const answer = await redis.xread('COUNT', READ_AT_ONCE, 'BLOCK', 1_000, 'STREAMS', stream, last);
  for (const [id, [, room = '', , text = '']] of answer?.[0]?.[1] ?? []) {
    last = id;
    const frame = textFrame(text, false);
    for (const socket of rooms.get(room) ?? []) socket.write(frame);
  }
}
