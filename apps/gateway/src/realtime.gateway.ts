import {
  type BeforeApplicationShutdown,
  Inject,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import {
  audienceOf,
  type ClientToServer,
  type DomainEvent,
  type Room,
  rooms,
  type ServerToClient,
  type TicketClaims,
  watchProductsSchema,
} from '#libs/contracts';
import { LOGGER, type Logger, REDIS, Tickets, workQueue } from '#libs/platform';

interface SocketData {
  claims: TicketClaims;
}
type RealtimeServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
type RealtimeSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Messages a socket may send in a second before it is cut off. */
const MESSAGES_PER_SECOND = 20;

/** Tells browsers what happened, and only those it concerns. The server chooses the rooms; a client's claim counts for nothing. */
@WebSocketGateway()
export class RealtimeGateway
  implements OnGatewayInit<RealtimeServer>, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private io: RealtimeServer | undefined;
  private worker: Worker | undefined;

  constructor(
    private readonly tickets: Tickets,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(io: RealtimeServer): void {
    this.io = io;
    io.use((socket, next) => {
      this.tickets.check(socket.handshake.auth.ticket).then(
        (claims) => {
          socket.data.claims = claims;
          next();
        },
        () => next(new Error('TOKEN_INVALID')),
      );
    });
    io.on('connection', (socket) => admit(socket));
  }

  onApplicationBootstrap(): void {
    this.worker = workQueue(
      'realtime',
      this.redis,
      async (event) => this.tell(event),
      (job, error) => this.logger.error({ err: error, job }, 'an event was not told'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  private tell(event: DomainEvent): void {
    if (!this.io) throw new Error('the socket server is not up yet');
    // One call per event name keeps the types: the name says which payload the envelope has.
    (this.io.to(audienceOf(event)) as unknown as Server).emit(event.name, event);
    if (event.name === 'user.status-changed' && event.payload.user.status === 'suspended') {
      this.io.in(rooms.user(event.payload.user._id)).disconnectSockets(true);
    }
  }
}

/** Puts a new socket into the rooms of its ticket, whatever it was in before. */
function admit(socket: RealtimeSocket): void {
  for (const room of socket.rooms)
    if (room !== socket.id && !isProductRoom(room)) void socket.leave(room);
  void socket.join(roomsOf(socket.data.claims));
  let budget = MESSAGES_PER_SECOND;
  const refill = setInterval(() => {
    budget = MESSAGES_PER_SECOND;
  }, 1_000);
  socket.on('disconnect', () => clearInterval(refill));
  socket.use((_, next) => (--budget < 0 ? socket.disconnect(true) : next()));
  socket.on('product.watch', (message, ack) => {
    const wish = watchProductsSchema.safeParse(message);
    if (!wish.success || typeof ack !== 'function') return;
    for (const room of socket.rooms) if (isProductRoom(room)) void socket.leave(room);
    // Events go to product rooms only where shoppers may see the product, so asking for another one tells nothing.
    void socket.join(wish.data.productIds.map(rooms.product));
    ack({ watching: wish.data.productIds.length });
  });
}

function roomsOf({ userId, role, farmId }: TicketClaims): Room[] {
  return [
    rooms.public(),
    ...(userId ? [rooms.user(userId)] : []),
    ...(farmId ? [rooms.farm(farmId)] : []),
    ...(role === 'admin' ? [rooms.admins()] : []),
  ];
}

const isProductRoom = (room: string) => room.startsWith('product:');
