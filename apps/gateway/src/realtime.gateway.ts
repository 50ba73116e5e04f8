import {
  type BeforeApplicationShutdown,
  Inject,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Server } from 'socket.io';
import {
  BEAT_MS,
  type DomainEvent,
  type Id,
  movesCatalogue,
  type Position,
  rooms,
  TICKET_SECONDS,
  type TicketClaims,
  type UserDto,
} from '#libs/contracts';
import {
  LOGGER,
  type Logger,
  Metrics,
  observeTelling,
  REDIS,
  Tickets,
  WAITING_REDIS,
  workTelling,
} from '#libs/platform';
import { admit, openly, type RealtimeServer } from './admission.js';
import { EventStream, type Told } from './event-stream.js';
import { QueueDepthsTeller } from './queue-depths.js';
import { SlowSockets } from './slow-sockets.js';

/** Tells browsers what happened, and only those it concerns. The server chooses the rooms; a client's claim counts for nothing. */
@WebSocketGateway()
export class RealtimeGateway
  implements OnGatewayInit<RealtimeServer>, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private io: RealtimeServer | undefined;
  private worker: Worker | undefined;
  private beat: NodeJS.Timeout | undefined;
  private readonly slow = new SlowSockets();

  constructor(
    private readonly tickets: Tickets,
    private readonly stream: EventStream,
    private readonly depths: QueueDepthsTeller,
    private readonly metrics: Metrics,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  afterInit(io: RealtimeServer): void {
    this.io = io;
    this.metrics.read('farmgate_sockets', 'Sockets connected to this gateway.', [], () => [
      { value: io.engine.clientsCount },
    ]);
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
      admit(socket, this.stream);
      // Whoever was suspended between the check of the ticket and here was in no room to be cut off in.
      // Where Redis cannot say, the socket goes: it comes back with a new ticket.
      this.isSuspended(socket.data.claims).then(
        (cut) => cut && socket.disconnect(true),
        () => socket.disconnect(true),
      );
    });
  }

  onApplicationBootstrap(): void {
    this.stream.follow({
      told: (told, position) => this.tell(told, position),
      // All gateways must know of a suspension before anybody hears of it, and all apis of what they keep in memory: a
      // page that asks for a list after the news must not get one from before it.
      waits: ({ name }) => name === 'user.status-changed' || movesCatalogue(name),
      gap: () => this.io?.emit('stream.gap'),
    });
    this.worker = workTelling(
      this.waiting,
      (events) => this.take(events),
      (job, error) => this.logger.error({ err: error, job }, 'an event was not told'),
    );
    if (this.io) this.depths.start(this.io);
    this.beat = setInterval(() => {
      this.io?.volatile.emit('stream.position', this.stream.position);
      this.stream.setClock().catch(() => {}); // the next beat asks again
    }, BEAT_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.beat);
    await this.worker?.close();
  }

  /** One gateway takes events from the queue, and all of them tell them. */
  private async take(events: readonly DomainEvent[]): Promise<void> {
    for (const event of events)
      if (event.name === 'user.status-changed') await this.rememberStatus(event.payload.user);
    await this.stream.add(events);
  }

  private tell(told: Told, position: Position): void {
    const { io } = this;
    if (!io) return;
    const event = openly(told);
    observeTelling(event, () => {
      // One call per event name keeps the types: the name says which payload the envelope has.
      (io.to([...told.rooms]) as unknown as Server).emit(event.name, event, position);
    });
    this.slow.look(io);
    if (event.name === 'user.status-changed' && event.payload.user.status === 'suspended') {
      io.in(rooms.user(event.payload.user._id)).disconnectSockets(true);
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
