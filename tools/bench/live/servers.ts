import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { DomainEvent, TicketClaims } from '#libs/contracts';
import { EventLog, Tickets } from '#libs/platform';
import type { Program, Running } from '../runner/programs.js';
import { COLLECTS, SECRET, type Stage } from '../runner/stage.js';
import type { ConnectionOptions } from './line.js';

/** A server that delivers events to sockets: the product's gateway, or a baseline. */
export interface LiveServer {
  readonly name: string;
  readonly server: Running;
  /** The processes whose CPU time and memory count for it. */
  readonly programs: readonly Program[];
  /** Options with which its clients connect; the caller adds `watch`. */
  readonly client: (claims?: TicketClaims) => Promise<Omit<ConnectionOptions, 'watch'>>;
  /** Appends an event to the Redis stream that the server reads. */
  readonly publish: (event: DomainEvent, room: string) => Promise<unknown>;
}
export type LiveServers = Readonly<Record<'product' | 'socketIo' | 'webSockets', LiveServer>>;

/** Maximum length of a baseline's stream, in entries. */
const KEPT = 10_000;
const VISITOR: TicketClaims = { userId: null, role: null, farmId: null, sessionId: null };
/** Streams of the baselines; the product uses its own log. */
const SOCKET_IO_STREAM = 'baseline-socket-io';
const WEBSOCKETS_STREAM = 'baseline-websockets';

/** Starts the product and its baselines. */
export async function openServers(
  stage: Stage,
): Promise<LiveServers & { readonly close: () => Promise<unknown> }> {
  const redis = new Redis(stage.redis.url);
  const adapterRedis = new Redis(stage.redis.url);
  const log = new EventLog(redis);
  const tickets = new Tickets(SECRET);
  const gateway = await stage.process('gateway', { flags: COLLECTS });
  const baseline = (file: string, stream: string) =>
    stage.program(
      'baseline',
      ...COLLECTS,
      `dist/tools/bench/baseline/${file}`,
      stage.redis.url,
      stream,
    );
  const socketIo = await baseline('socket-io.js', SOCKET_IO_STREAM);
  const webSockets = await baseline('websockets.js', WEBSOCKETS_STREAM);
  const emitter = new Server({
    adapter: createAdapter(adapterRedis, { streamName: SOCKET_IO_STREAM }),
  });
  const textOf = (event: DomainEvent) => `42${JSON.stringify([event.name, event])}`;
  return {
    product: {
      name: 'product',
      server: gateway,
      programs: [gateway, stage.redis],
      client: async (claims = VISITOR) => ({
        port: gateway.port,
        protocol: 'socket.io',
        auth: { ticket: await tickets.issue(claims) },
      }),
      publish: (event) => log.append([event]),
    },
    socketIo: {
      name: 'baseline, socket.io',
      server: socketIo,
      programs: [socketIo, stage.redis],
      client: async () => ({ port: socketIo.port, protocol: 'socket.io' }),
      publish: async (event, room) => emitter.to(room).emit(event.name, event),
    },
    webSockets: {
      name: 'baseline, WebSockets',
      server: webSockets,
      programs: [webSockets, stage.redis],
      client: async () => ({ port: webSockets.port, protocol: 'plain' }),
      publish: (event, room) =>
        redis.xadd(
          WEBSOCKETS_STREAM,
          'MAXLEN',
          '~',
          KEPT,
          '*',
          'room',
          room,
          'text',
          textOf(event),
        ),
    },
    close: async () => {
      await emitter.of('/').adapter.close();
      return Promise.all([redis.quit(), adapterRedis.quit()]);
    },
  };
}
