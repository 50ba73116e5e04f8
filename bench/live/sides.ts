import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import type { DomainEvent, TicketClaims } from '#libs/contracts';
import { EventLog } from '#libs/platform';
import { Tickets } from '../../libs/platform/src/auth/tickets.js';
import type { Program, Running } from '../runner/programs.js';
import { COLLECTS, SECRET, type Stage } from '../runner/stage.js';
import type { Wish } from './line.js';

/** One way to bring news to sockets: the product's gateway, or a bare server. */
export interface Side {
  readonly name: string;
  readonly server: Running;
  /** Whose processor time and memory belong to it. */
  readonly programs: readonly Program[];
  /** What its clients are, but for what they watch. */
  readonly client: (claims?: TicketClaims) => Promise<Omit<Wish, 'watch'>>;
  /** Puts an event on the Redis stream that the server follows. */
  readonly tell: (event: DomainEvent, room: string) => Promise<unknown>;
}

/** Entries that are kept of a bare stream. */
const KEPT = 10_000;
const VISITOR: TicketClaims = { userId: null, role: null, farmId: null };

/** The product and its bare counterparts, each started and waiting for clients. */
export async function sidesOf(
  stage: Stage,
): Promise<
  Record<'product' | 'bare' | 'plain', Side> & { readonly close: () => Promise<unknown> }
> {
  const redis = new Redis(stage.redis.url);
  const toBare = new Redis(stage.redis.url);
  const log = new EventLog(redis);
  const tickets = new Tickets(SECRET);
  const gateway = await stage.process('gateway', ...COLLECTS);
  const bare = await stage.program(
    'bare',
    ...COLLECTS,
    'dist/bench/bare/socket-io.js',
    stage.redis.url,
    'bare',
  );
  const plain = await stage.program(
    'bare',
    ...COLLECTS,
    'dist/bench/bare/websockets.js',
    stage.redis.url,
    'plain',
  );
  const emitter = new Server({
    adapter: createAdapter(toBare, { streamName: 'bare' }),
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
      tell: (event) => log.append([event]),
    },
    bare: {
      name: 'bare socket.io',
      server: bare,
      programs: [bare, stage.redis],
      client: async () => ({ port: bare.port, protocol: 'socket.io' }),
      tell: async (event, room) => emitter.to(room).emit(event.name, event),
    },
    plain: {
      name: 'bare websockets',
      server: plain,
      programs: [plain, stage.redis],
      client: async () => ({ port: plain.port, protocol: 'plain' }),
      tell: (event, room) =>
        redis.xadd('plain', 'MAXLEN', '~', KEPT, '*', 'room', room, 'text', textOf(event)),
    },
    close: async () => {
      await emitter.of('/').adapter.close();
      return Promise.all([redis.quit(), toBare.quit()]);
    },
  };
}
