import type { Socket } from 'socket.io-client';
import {
  type DomainEvent,
  type EventName,
  isGatewayMessage,
  parseEvent,
  realtimeTicketSchema,
  type Since,
  type WatchAck,
  watchAckSchema,
} from '#libs/contracts';
import type { HttpClient } from './http-client.js';
import { waitFor } from './wait-for.js';

/** A browser's socket without the browser; collects every received event, parsed. */
export class SocketClient {
  readonly received: DomainEvent[] = [];
  /** Why the connection ended; undefined while it is open. */
  ended: string | undefined;

  private constructor(readonly socket: Socket) {
    socket.onAny((name: string, data: unknown) => {
      if (!isGatewayMessage(name)) this.received.push(parseEvent(data));
    });
    socket.on('disconnect', (reason) => {
      this.ended = reason;
    });
  }

  /** Connects as the user of `client`. */
  static async connect(url: string, client: HttpClient): Promise<SocketClient> {
    return SocketClient.open(url, { ticket: await SocketClient.ticket(client) });
  }

  /** Requests a ticket for one connection, as the browser does. */
  static async ticket(client: HttpClient): Promise<string> {
    const { body } = await client.post('/realtime/ticket');
    return realtimeTicketSchema.parse(body).ticket;
  }

  /** Connects with this handshake; throws the server's error if it rejects the connection. */
  static async open(url: string, auth: Record<string, unknown>): Promise<SocketClient> {
    // Loaded here, because most test files open no socket.
    const { io } = await import('socket.io-client');
    const socket = io(url, {
      transports: ['websocket'],
      auth,
      forceNew: true,
      reconnection: false,
    });
    const self = new SocketClient(socket);
    let refusal: Error | undefined;
    socket.on('connect_error', (error) => {
      refusal = error;
    });
    await waitFor('the socket to connect', () => socket.connected || refusal !== undefined);
    if (!refusal) return self;
    socket.disconnect();
    throw refusal;
  }

  /** Resolves with the first event of this name that fits, whether it was already received or is yet to come. */
  async receives<Name extends EventName>(
    name: Name,
    fits: (event: DomainEvent<Name>) => boolean = () => true,
  ): Promise<DomainEvent<Name>> {
    return waitFor(`the event ${name}`, () => this.ofName(name).find(fits));
  }

  ofName<Name extends EventName>(name: Name): DomainEvent<Name>[] {
    // The name decides the type of the event, which the compiler does not infer from a filter.
    return this.received.filter((event) => event.name === name) as unknown as DomainEvent<Name>[];
  }

  async watch(productIds: string[], farmIds?: string[]): Promise<number> {
    return (await this.catchUp(productIds, undefined, farmIds)).watching;
  }

  /** Watches these products, and the calendars of these farms; receives the events missed since `since`. */
  async catchUp(productIds: string[], since?: Since, farmIds?: string[]): Promise<WatchAck> {
    const message = { productIds, ...(since && { since }), ...(farmIds && { farmIds }) };
    const answer: unknown = await this.socket.timeout(20_000).emitWithAck('product.watch', message);
    return watchAckSchema.parse(answer);
  }

  close(): void {
    this.socket.disconnect();
  }
}
