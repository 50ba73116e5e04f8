/** The least there can be: socket.io with the Redis streams adapter, and one room. Started by realtime-latency.mjs. */
import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, {
  adapter: createAdapter(new Redis(process.env.REDIS_URL), { streamName: 'bare' }),
});
io.on('connection', (socket) => socket.handshake.auth.board && socket.join('board'));
http.listen(0, '127.0.0.1', () => process.stdout.write(`${http.address().port}\n`));
