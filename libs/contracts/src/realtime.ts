import * as z from 'zod/mini';
import { MAX_WATCHED_PRODUCTS } from './constants.js';
import type { DomainEvent, EventName } from './events.js';
import type { QueueDepths } from './failed-jobs.js';
import { idSchema } from './primitives.js';
import { roleSchema } from './users.js';

/** `POST /realtime/ticket`: a short-lived pass for one socket connection. */
export const realtimeTicketSchema = z.object({ ticket: z.string() });
export type RealtimeTicket = z.infer<typeof realtimeTicketSchema>;

/** The audience that only tickets carry, so that no other token opens a socket. */
export const TICKET_AUDIENCE = 'realtime';

/** What a ticket says of its bearer; a visitor's says nothing. */
export const ticketClaimsSchema = z.object({
  userId: z.nullable(idSchema),
  role: z.nullable(roleSchema),
  farmId: z.nullable(idSchema),
});
export type TicketClaims = z.infer<typeof ticketClaimsSchema>;

/** Milliseconds for which what was told can be told again to a page that was not there. */
export const REPLAY_MS = 10 * 60_000;

/** A place in the stream of events that all gateways tell in the same order; only gateways can read it. */
export const positionSchema = z.string().check(z.regex(/^[0-9a-f]{8}\.\d{1,15}-\d{1,15}$/));
export type Position = z.infer<typeof positionSchema>;

/** Whether `a` is after `b`; of two that cannot be compared the first counts, which is the one that was heard last. */
export function isLater(a: Position, b: Position): boolean {
  const [epochA, idA = ''] = a.split('.');
  const [epochB, idB = ''] = b.split('.');
  if (epochA !== epochB) return true;
  const [msA = 0, numberA = 0] = idA.split('-').map(Number);
  const [msB = 0, numberB = 0] = idB.split('-').map(Number);
  return msA > msB || (msA === msB && numberA > numberB);
}

/**
 * Since when a page wants to be told again: the last position it heard, or milliseconds ago, which is how old the
 * answers are that it shows. Its own clock is never asked.
 */
export const sinceSchema = z.union([
  z.strictObject({ position: positionSchema }),
  z.strictObject({ ms: z.int().check(z.gte(0), z.lte(REPLAY_MS)) }),
]);
export type Since = z.infer<typeof sinceSchema>;

/**
 * Client → server: the products on screen now; replaces what the socket watched before. With `since`, what was told
 * from then on, in rooms that the socket was not in yet, is told to it again before the answer.
 */
export const watchProductsSchema = z.strictObject({
  productIds: z.array(idSchema).check(z.maxLength(MAX_WATCHED_PRODUCTS)),
  since: z.optional(sinceSchema),
});
export type WatchProducts = z.infer<typeof watchProductsSchema>;

/** What the gateway answers to `product.watch`. */
export const watchAckSchema = z.object({
  watching: z.int(),
  /** False where some of what was asked for is no longer kept: the page has to read its screen anew. */
  complete: z.boolean(),
  /** Everything up to here has been told to this socket. */
  position: positionSchema,
});
export type WatchAck = z.infer<typeof watchAckSchema>;

export interface ClientToServer {
  'product.watch': (message: WatchProducts, ack: (answer: WatchAck) => void) => void;
}
/** Server → client: every event under its own name, with its envelope and its position. */
export type ServerToClient = {
  [Name in EventName]: (event: DomainEvent<Name>, position: Position) => void;
} & GatewayMessages;

/** What the gateway says that is no event. */
export interface GatewayMessages {
  /** Every {@link BEAT_MS}: the line is open, and everything up to here was told. */
  'stream.position': (position: Position) => void;
  /** Something may have been lost on its way to the gateway: the screen has to be read anew. */
  'stream.gap': () => void;
  /** To admins: how much waits in the queues, when that has changed. */
  'queues.depths': (depths: QueueDepths) => void;
}
/** Milliseconds between two `stream.position`. */
export const BEAT_MS = 15_000;

const gatewayMessages: Record<keyof GatewayMessages, true> = {
  'stream.position': true,
  'stream.gap': true,
  'queues.depths': true,
};

/** Whether a name is one of the gateway's own and not an event's. */
export function isGatewayMessage(name: string): name is keyof GatewayMessages {
  return Object.hasOwn(gatewayMessages, name);
}
