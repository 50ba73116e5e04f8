import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type DomainEvent,
  isGatewayMessage,
  type Position,
  positionSchema,
  type QueueDepths,
  spreadMsSchema,
} from '#libs/contracts';
import type { LiveTable } from './live-table';
import { ConnectionRefused, Reconnect } from './reconnect';

export interface SocketCallbacks {
  /** Fetches a new ticket before every attempt; after a rejection the socket retries later. */
  readonly ticket: () => Promise<string>;
  /** A replayed event's position can be older than those of events before it. */
  readonly onEvent: (event: DomainEvent, position?: Position) => void;
  /** All events up to this position have been delivered. */
  readonly onPosition: (position: Position) => void;
  /** Some events may never be delivered: the page is to refetch its screen within `spreadMs`. */
  readonly onGap: (spreadMs?: number) => void;
  /** Queue depths, for admins. */
  readonly onDepths: (depths: QueueDepths) => void;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

type ServerEvents = Record<string, (...message: unknown[]) => void>;

/** The page's connection, which is reopened after each loss until `stop` is called. */
export interface LiveSocket {
  readonly connected: boolean;
  readonly timeout: Socket<ServerEvents, ClientToServer>['timeout'];
  /** Connects again now. */
  readonly reconnect: () => void;
  /** Treats the connection as lost. */
  readonly drop: () => void;
  readonly stop: () => void;
}

/** Opens the page's socket. */
export function openSocket(
  callbacks: SocketCallbacks,
  { parseEvent, parseDepths }: Pick<LiveTable, 'parseEvent' | 'parseDepths'>,
): LiveSocket {
  const readEvent = (name: string, message: unknown): DomainEvent | null => {
    try {
      return parseEvent(message);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: an event of a newer server, worth a line for whoever debugs this page
      console.warn(`Ignored a live event with an unknown name or payload: ${name}`, error);
      return null;
    }
  };
  const socket: Socket<ServerEvents, ClientToServer> = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    // socket.io would open the connection before there is a ticket, and count it as a success
    reconnection: false,
  });
  const connection = new Reconnect({
    ticket: callbacks.ticket,
    open: (ticket) => {
      socket.auth = { ticket };
      socket.connect();
    },
  });
  socket.on('connect', () => {
    connection.connected();
    callbacks.onConnect();
  });
  socket.on('connect_error', (error) => {
    // only the gateway's refusals have data
    connection.failed('data' in error ? new ConnectionRefused(error.message) : error);
  });
  socket.on('disconnect', (reason) => {
    callbacks.onDisconnect();
    if (reason !== 'io client disconnect') connection.lost();
  });
  socket.onAny((name: string, message: unknown, lastPosition: unknown) => {
    if (name === 'stream.gap') callbacks.onGap(spreadMsSchema.safeParse(message).data);
    if (name === 'queues.depths') {
      const depths = parseDepths(message);
      if (depths !== null) callbacks.onDepths(depths);
    }
    const position = positionSchema.safeParse(
      name === 'stream.position' ? message : lastPosition,
    ).data;
    const event = isGatewayMessage(name) ? null : readEvent(name, message);
    if (event) callbacks.onEvent(event, position);
    if (position !== undefined) callbacks.onPosition(position);
  });
  connection.start();
  return {
    get connected() {
      return socket.connected;
    },
    timeout: (ms) => socket.timeout(ms),
    reconnect: () => {
      socket.disconnect();
      connection.startAnew();
    },
    drop: () => {
      socket.io.engine?.close();
    },
    stop: () => {
      connection.stop();
      socket.disconnect();
    },
  };
}
