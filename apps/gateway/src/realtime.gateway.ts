import {
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  UseFilters,
} from '@nestjs/common';
import {
  Ack,
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import type { Server } from 'socket.io';
import {
  HEARTBEAT_MS,
  type Position,
  type Room,
  rooms,
  type WatchAck,
  type WatchProducts,
  watchProductsSchema,
} from '#libs/contracts';
import { Metrics, observeDelivery, Tickets } from '#libs/platform';
import { EventFeed } from './event-feed.js';
import { IgnoreBadMessages, SchemaPipe } from './messages.js';
import { joinOwnRooms, redactActor, watchProducts } from './product-watch.js';
import { QueueDepthsFeed } from './queue-depths.js';
import type { RealtimeServer, RealtimeSocket } from './realtime-server.js';
import { spreadMs } from './replay-budget.js';
import type { Delivery } from './replay-window.js';
import { Revocations } from './revocations.js';
import { closeOldSockets, disconnectWhenSlow, endOfLife } from './socket-limits.js';

/** Emits each event to the browsers that may receive it. The server chooses the rooms, never the client. */
@WebSocketGateway()
@UseFilters(IgnoreBadMessages)
export class RealtimeGateway
  implements
    OnGatewayInit<RealtimeServer>,
    OnGatewayConnection<RealtimeSocket>,
    OnApplicationBootstrap,
    BeforeApplicationShutdown
{
  @WebSocketServer()
  private readonly io: RealtimeServer | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private readonly revocations = new Revocations();

  constructor(
    private readonly tickets: Tickets,
    private readonly feed: EventFeed,
    private readonly depths: QueueDepthsFeed,
    private readonly metrics: Metrics,
  ) {}

  /** Checks the ticket before the connection exists. */
  afterInit(io: RealtimeServer): void {
    this.metrics.read('farmgate_sockets', 'Sockets connected to this gateway.', [], () => [
      { value: this.sockets },
    ]);
    io.use((socket, next) => {
      this.tickets.check(socket.handshake.auth.ticket).then(
        (claims) => {
          socket.data.claims = claims;
          next(this.revocations.has(claims) ? new Error('TOKEN_INVALID') : undefined);
        },
        () => next(new Error('TOKEN_INVALID')),
      );
    });
  }

  handleConnection(socket: RealtimeSocket): void {
    disconnectWhenSlow(socket);
    socket.data.endsAt = endOfLife();
    joinOwnRooms(socket, this.feed.sequence);
    // The ticket may have been revoked after its check, when the socket was in no room by which to disconnect it.
    if (this.revocations.has(socket.data.claims)) socket.disconnect(true);
  }

  @SubscribeMessage('product.watch')
  watch(
    @ConnectedSocket() socket: RealtimeSocket,
    @MessageBody(new SchemaPipe(watchProductsSchema)) message: WatchProducts,
    @Ack() ack: ((answer: WatchAck) => void) | undefined,
  ): void {
    // A message without an acknowledgement callback is ignored.
    if (!ack) return;
    const answer = watchProducts(socket, message, this.feed);
    ack(answer.complete ? answer : { ...answer, spreadMs: spreadMs(this.sockets) });
  }

  onApplicationBootstrap(): void {
    this.feed.start({
      onEvent: (delivery, position) => this.emit(delivery, position),
      onGap: () => this.io?.emit('stream.gap', spreadMs(this.sockets)),
      onHistory: (event) => this.revocations.record(event),
    });
    if (this.io) this.depths.start(this.io);
    this.heartbeat = setInterval(() => {
      this.io?.volatile.emit('stream.position', this.feed.window.position);
      closeOldSockets(this.io?.sockets.sockets.values() ?? []);
    }, HEARTBEAT_MS);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.heartbeat);
  }

  private get sockets(): number {
    return this.io?.engine.clientsCount ?? 0;
  }

  /** Ends those of a user's sockets that receive what the user may not receive any more. */
  private disconnectRevoked(io: RealtimeServer, user: Room): void {
    for (const id of io.sockets.adapter.rooms.get(user) ?? []) {
      const socket = io.sockets.sockets.get(id);
      if (socket && this.revocations.has(socket.data.claims)) socket.disconnect(true);
    }
  }

  private emit(delivery: Delivery, position: Position): void {
    const { io } = this;
    if (!io) return;
    const event = redactActor(delivery);
    this.revocations.record(event);
    observeDelivery(event, () => {
      // The name determines the payload; TypeScript cannot infer that for a union of events.
      (io.to([...delivery.rooms]) as unknown as Server).emit(event.name, event, position);
    });
    if (event.name === 'user.status-changed' || event.name === 'user.changed')
      this.disconnectRevoked(io, rooms.user(event.payload.user._id));
    if (event.name === 'session.ended')
      io.in(rooms.session(event.payload.sessionId)).disconnectSockets(true);
  }
}
