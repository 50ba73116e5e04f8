import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type DomainEvent,
  isGatewayMessage,
  type Position,
  parseEvent,
  positionSchema,
  type QueueDepths,
  queueDepthsSchema,
} from '#libs/contracts';

export interface SocketCallbacks {
  /** A fresh ticket for every attempt; a rejection is tried again later. */
  readonly ticket: () => Promise<string>;
  readonly onEvent: (event: DomainEvent) => void;
  /** Everything up to here has been delivered. */
  readonly onPosition: (position: Position) => void;
  /** Some events may never be delivered. */
  readonly onGap: () => void;
  /** How much waits in the queues, for admins. */
  readonly onDepths: (depths: QueueDepths) => void;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

type ServerEvents = Record<string, (...message: unknown[]) => void>;
export type LiveSocket = Socket<ServerEvents, ClientToServer>;

/** Milliseconds before a connection that the server refused or ended is tried again. */
const RETRY_MS = 2_000;

/** Opens the one connection of the page. */
export function openSocket(callbacks: SocketCallbacks): LiveSocket {
  const socket: LiveSocket = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 5_000,
    auth: (send) => {
      const { engine } = socket.io;
      // what was asked for on an earlier line says nothing about this one
      callbacks.ticket().then(
        (ticket) => socket.io.engine === engine && send({ ticket }),
        () => engine.close(),
      );
    },
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  const tryAgain = () => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_MS);
  };
  socket.on('connect', () => callbacks.onConnect());
  // the library reconnects by itself except after the server's own "no"
  socket.on('connect_error', () => {
    if (!socket.active) tryAgain();
  });
  socket.on('disconnect', (reason) => {
    callbacks.onDisconnect();
    if (reason === 'io server disconnect') tryAgain();
    if (reason === 'io client disconnect') clearTimeout(retry);
  });
  socket.onAny((name: string, message: unknown, place: unknown) => {
    if (name === 'stream.gap') callbacks.onGap();
    if (name === 'queues.depths') {
      const depths = queueDepthsSchema.safeParse(message);
      if (depths.success) callbacks.onDepths(depths.data);
    }
    const event = isGatewayMessage(name) ? null : readEvent(name, message);
    if (event) callbacks.onEvent(event);
    const position = positionSchema.safeParse(name === 'stream.position' ? message : place);
    if (position.success) callbacks.onPosition(position.data);
  });
  socket.connect();
  return socket;
}

function readEvent(name: string, message: unknown): DomainEvent | null {
  try {
    return parseEvent(message);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a newer server's event; somebody looking should see it
    console.warn(`Ignored a live event this page does not understand: ${name}`, error);
    return null;
  }
}
