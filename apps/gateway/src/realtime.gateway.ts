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
  type Id,
  type Room,
  rooms,
  type ServerToClient,
  TICKET_SECONDS,
  type TicketClaims,
  type UserDto,
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
      this.bearerOf(socket.handshake.auth.ticket).then(
        (claims) => {
          socket.data.claims = claims;
          next();
        },
        () => next(new Error('TOKEN_INVALID')),
      );
    });
    io.on('connection', (socket) => {
      admit(socket);
      // Whoever was suspended between the check of the ticket and here was in no room to be cut off in.
      // Where Redis cannot say, the socket goes: it comes back with a new ticket.
      this.isSuspended(socket.data.claims).then(
        (cut) => cut && socket.disconnect(true),
        () => socket.disconnect(true),
      );
    });
  }

  onApplicationBootstrap(): void {
    this.worker = workQueue(
      'realtime',
      this.redis,
      (event) => this.tell(event),
      (job, error) => this.logger.error({ err: error, job }, 'an event was not told'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  private async tell(event: DomainEvent): Promise<void> {
    if (!this.io) throw new Error('the socket server is not up yet');
    if (event.name === 'user.status-changed') await this.rememberStatus(event.payload.user);
    const audience = audienceOf(event);
    // Strangers learn what happened, not who did it: a buyer's id would tie all their purchases together.
    const told = audience.some(isOpenRoom) ? { ...event, actorId: null } : event;
    // One call per event name keeps the types: the name says which payload the envelope has.
    (this.io.to(audience) as unknown as Server).emit(event.name, told);
    if (event.name === 'user.status-changed' && event.payload.user.status === 'suspended') {
      this.io.in(rooms.user(event.payload.user._id)).disconnectSockets(true);
    }
  }

  /** A ticket outlives a suspension by up to its own lifetime; for as long, all gateways know better. */
  private async rememberStatus({ _id, status }: UserDto): Promise<void> {
    if (status === 'suspended') await this.redis.set(suspendedKey(_id), '1', 'EX', TICKET_SECONDS);
    else await this.redis.del(suspendedKey(_id));
  }

  private async bearerOf(ticket: unknown): Promise<TicketClaims> {
    const claims = await this.tickets.check(ticket);
    if (await this.isSuspended(claims)) throw new Error('suspended since the ticket was given');
    return claims;
  }

  private async isSuspended({ userId }: TicketClaims): Promise<boolean> {
    return userId !== null && (await this.redis.exists(suspendedKey(userId))) === 1;
  }
}

const suspendedKey = (userId: Id) => `suspended:${userId}`;

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
/** Whether anybody may be in there, visitors included. */
const isOpenRoom = (room: Room) => room === rooms.public() || isProductRoom(room);
