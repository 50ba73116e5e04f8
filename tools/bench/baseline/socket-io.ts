/**
 * The baseline with the same libraries: socket.io with the Redis streams adapter; clients choose their rooms.
 * `socket-io.js <redis> <stream>` prints its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';

const [redis = '', streamName = ''] = process.argv.slice(2);
const http = createServer();
const io = new Server(http, { adapter: createAdapter(new Redis(redis), { streamName }) });
io.on('connection', (socket) => {
  socket.on('product.watch', ({ productIds }: { productIds: string[] }, ack: () => void) => {
    void socket.join(productIds);
    ack();
  });
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(http.address() as AddressInfo).port}\n`);
});
