import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';
import {
  isGatewayMessage,
  isLater,
  type Position,
  positionSchema,
  type Room,
  realtimeTicketSchema,
  rooms,
  type Since,
  watchAckSchema,
} from '#libs/contracts';
import { inBrowser } from '../market-day/browser';
import { type Account, renewedToken } from '../market-day/sign-in';
import type { Delivery, Observations } from './deliveries';

/** Timeout of `product.watch`, in ms. */
const ACK_MS = 5_000;
/** Delay in ms before reconnecting after the server refused or closed the connection. */
const RETRY_MS = 1_000;
const READY_MS = 30_000;

const frameSchema = z.object({ id: z.string(), occurredAt: z.string() });

export interface ObserverOptions {
  readonly name: string;
  readonly shop: URL;
  /** Loopback address from which it signs in. */
  readonly home: string;
  /** Null for a visitor. */
  readonly account: Account | null;
  /** Ids of the products to watch. */
  readonly productIds: readonly string[];
}

/** A socket that resumes like a page and records when each event arrives. It keeps no other state. */
export class Observer implements Observations {
  readonly name: string;
  readonly rooms: ReadonlySet<Room>;
  readonly deliveries: Delivery[] = [];
  readonly gaps: number[] = [];
  readonly disconnections: { from: number; to: number }[] = [];
  since = Number.POSITIVE_INFINITY;
  readonly #socket: Socket;
  readonly #received = new Set<string>();
  readonly #receivedSinceGap = new Set<string>();
  #position: Position | null = null;
  /** Whether this connection has received the events missed before it. */
  #caughtUp = false;
  #retry: NodeJS.Timeout | undefined;

  private constructor(private readonly options: ObserverOptions) {
    this.name = options.name;
    this.rooms = new Set(roomsOf(options));
    this.#socket = io(options.shop.origin, {
      path: '/socket.io',
      transports: ['websocket'],
      multiplex: false,
      autoConnect: false,
      reconnectionDelay: 300,
      reconnectionDelayMax: 2_000,
      auth: (send) => {
        const { engine } = this.#socket.io;
        this.#ticket().then(
          (ticket) => this.#socket.io.engine === engine && send({ ticket }),
          () => engine.close(),
        );
      },
    });
    const retry = () => {
      this.#retry = setTimeout(() => this.#socket.connect(), RETRY_MS);
    };
    this.#socket.on('connect', () => {
      const last = this.disconnections.at(-1);
      if (last) last.to = Date.now();
      this.#resume();
    });
    this.#socket.on('disconnect', () => {
      this.disconnections.push({ from: Date.now(), to: Number.POSITIVE_INFINITY });
    });
    this.#socket.on('connect_error', () => this.#socket.active || retry());
    this.#socket.on('disconnect', (reason) => reason === 'io server disconnect' && retry());
    this.#socket.onAny((name: string, message: unknown, position: unknown) =>
      this.#receive(name, message, position),
    );
  }

  /** Resolves when the observer has joined its rooms. */
  static async open(options: ObserverOptions): Promise<Observer> {
    // socket.io-client reads `location`
    const observer = inBrowser({ shop: options.shop, token: null }, () => {
      const opened = new Observer(options);
      opened.#socket.connect();
      return opened;
    });
    const deadline = Date.now() + READY_MS;
    while (observer.since === Number.POSITIVE_INFINITY) {
      if (Date.now() > deadline) throw new Error(`the observer ${options.name} did not connect`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return observer;
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#socket.disconnect();
  }

  async #ticket(): Promise<string> {
    const { account, shop, home } = this.options;
    const headers = account && {
      authorization: `Bearer ${await renewedToken(shop, account.cookie, home)}`,
    };
    const answer = await fetch(new URL('/api/v1/realtime/ticket', shop), {
      method: 'POST',
      ...(headers && { headers }),
    });
    return realtimeTicketSchema.parse(await answer.json()).ticket;
  }

  #resume(): void {
    this.#caughtUp = false;
    const since: Since = this.#position === null ? { ms: 0 } : { position: this.#position };
    this.#socket
      .timeout(ACK_MS)
      .emit(
        'product.watch',
        { productIds: this.options.productIds, since },
        (error: Error | null, message: unknown) => {
          if (!this.#socket.connected) return;
          const ack = error ? null : (watchAckSchema.safeParse(message).data ?? null);
          this.#caughtUp = true;
          if (ack) this.#advance(ack.position);
          const isFirst = this.since === Number.POSITIVE_INFINITY;
          if (isFirst && ack) this.since = Date.now();
          else if (!ack?.complete) this.#gap();
        },
      );
  }

  #receive(name: string, message: unknown, position: unknown): void {
    const receivedAt = Date.now();
    if (name === 'stream.gap') this.#gap();
    const at = positionSchema.safeParse(name === 'stream.position' ? message : position);
    if (at.success) this.#advance(at.data);
    const event = isGatewayMessage(name) ? null : frameSchema.safeParse(message);
    if (!event?.success) return;
    const { id, occurredAt } = event.data;
    this.deliveries.push({
      id,
      name,
      occurredAt: Date.parse(occurredAt),
      receivedAt,
      isFirst: !this.#received.has(id),
      isDuplicate: this.#receivedSinceGap.has(id),
    });
    this.#received.add(id);
    this.#receivedSinceGap.add(id);
  }

  /** Records a gap. A page would refetch its screen now, so a redelivery after it is no duplicate. */
  #gap(): void {
    this.gaps.push(Date.now());
    this.#receivedSinceGap.clear();
  }

  #advance(position: Position): void {
    if (!this.#caughtUp) return;
    if (this.#position === null || isLater(position, this.#position)) this.#position = position;
  }
}

function roomsOf({ account, productIds }: ObserverOptions): Room[] {
  const user = account?.user;
  return [
    rooms.public(),
    ...productIds.map(rooms.product),
    ...(user ? [rooms.user(user._id)] : []),
    ...(user?.farmId ? [rooms.farm(user.farmId)] : []),
    ...(user?.role === 'admin' ? [rooms.admins()] : []),
  ];
}
