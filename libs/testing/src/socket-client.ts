import { io, type Socket } from 'socket.io-client';
import {
  type DomainEvent,
  type EventName,
  parseEvent,
  realtimeTicketSchema,
  watchAckSchema,
} from '#libs/contracts';
import type { HttpClient } from './http-client.js';
import { waitFor } from './wait-for.js';

/** A browser's socket without the browser: keeps every event it hears, parsed. */
export class SocketClient {
  readonly heard: DomainEvent[] = [];

  private constructor(readonly socket: Socket) {
    socket.onAny((_name: string, data: unknown) => this.heard.push(parseEvent(data)));
  }

  /** Connects as whoever `client` is. */
  static async connect(url: string, client: HttpClient): Promise<SocketClient> {
    const { body } = await client.post('/realtime/ticket');
    const { ticket } = realtimeTicketSchema.parse(body);
    const socket = io(url, { transports: ['websocket'], auth: { ticket }, forceNew: true });
    const self = new SocketClient(socket);
    await waitFor('the socket to connect', () => socket.connected);
    return self;
  }

  /** Resolves with the first event of that name that fits, heard already or yet to come. */
  async hear<Name extends EventName>(
    name: Name,
    fits: (event: DomainEvent<Name>) => boolean = () => true,
  ): Promise<DomainEvent<Name>> {
    return waitFor(`the event ${name}`, () => this.ofName(name).find(fits));
  }

  ofName<Name extends EventName>(name: Name): DomainEvent<Name>[] {
    // A filter by name keeps what the name says; the compiler cannot follow a generic one.
    return this.heard.filter((event) => event.name === name) as unknown as DomainEvent<Name>[];
  }

  async watch(productIds: string[]): Promise<number> {
    const answer: unknown = await this.socket
      .timeout(3_000)
      .emitWithAck('product.watch', { productIds });
    return watchAckSchema.parse(answer).watching;
  }

  close(): void {
    this.socket.disconnect();
  }
}
