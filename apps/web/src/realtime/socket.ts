import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type DomainEvent,
  isGatewayMessage,
  type Position,
  positionSchema,
  type QueueDepths,
} from '#libs/contracts';
import type { LiveTable } from './live-table';

export interface SocketCallbacks {
  /** Fetches a new ticket for every attempt; after a rejection the socket retries later. */
  readonly ticket: () => Promise<string>;
  /** A replayed event has an older position than those before it. */
  readonly onEvent: (event: DomainEvent, position?: Position) => void;
  /** All events up to this position have been delivered. */
  readonly onPosition: (position: Position) => void;
  /** Some events may never be delivered. */
  readonly onGap: () => void;
  /** Queue depths, for admins. */
  readonly onDepths: (depths: QueueDepths) => void;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

type ServerEvents = Record<string, (...message: unknown[]) => void>;
export type LiveSocket = Socket<ServerEvents, ClientToServer>;

/** Milliseconds before the next attempt after the server refused or closed the connection. */
const RETRY_MS = 2_000;

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
  const socket: LiveSocket = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 5_000,
    auth: (send) => {
      const { engine } = socket.io;
      // a ticket requested for an earlier connection is not valid for this one
      callbacks.ticket().then(
        (ticket) => socket.io.engine === engine && send({ ticket }),
        () => engine.close(),
      );
    },
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  const scheduleRetry = () => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_MS);
  };
  socket.on('connect', () => callbacks.onConnect());
  // socket.io reconnects by itself, except after the server refused or closed the connection
  socket.on('connect_error', () => {
    if (!socket.active) scheduleRetry();
  });
  socket.on('disconnect', (reason) => {
    callbacks.onDisconnect();
    if (reason === 'io server disconnect') scheduleRetry();
    if (reason === 'io client disconnect') clearTimeout(retry);
  });
  socket.onAny((name: string, message: unknown, lastPosition: unknown) => {
    if (name === 'stream.gap') callbacks.onGap();
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
  socket.connect();
  return socket;
}
