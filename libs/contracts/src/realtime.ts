import * as z from 'zod/mini';
import { MAX_WATCHED_FARMS, MAX_WATCHED_PRODUCTS } from './constants.js';
import type { DomainEvent } from './domain-event.js';
import type { EventName } from './events.js';
import type { QueueDepths } from './failed-jobs.js';
import { farmRoleSchema } from './farm-roles.js';
import { idSchema } from './primitives.js';
import { roleSchema } from './users.js';

/** `POST /realtime/ticket`: a short-lived token for one socket connection. */
export const realtimeTicketSchema = z.object({ ticket: z.string() });
export type RealtimeTicket = z.infer<typeof realtimeTicketSchema>;

/** The audience that only tickets carry, so that no other token opens a socket. */
export const TICKET_AUDIENCE = 'realtime';

/** The claims of a ticket; all null for a visitor. */
export const ticketClaimsSchema = z.object({
  userId: z.nullable(idSchema),
  role: z.nullable(roleSchema),
  farmId: z.nullable(idSchema),
  /** Absent in tickets of the previous build, whose farmers are all owners. */
  farmRole: z._default(z.nullable(farmRoleSchema), 'owner'),
  /** The identity provider's id of the session; the socket closes when it ends. */
  sessionId: z.nullable(z.string()),
});
export type TicketClaims = z.infer<typeof ticketClaimsSchema>;

/** The replay window: milliseconds for which events can be delivered again to a page that missed them. */
export const REPLAY_MS = 10 * 60_000;

/** A position in the log of events, the same for all gateways; opaque to pages. */
export const positionSchema = z.string().check(z.regex(/^[0-9a-f]{8}\.\d{1,15}-\d{1,15}$/));
export type Position = z.infer<typeof positionSchema>;

/** Whether `a` is after `b`. Positions of two epochs cannot be compared; then `a` counts as later, as it was received last. */
export function isLater(a: Position, b: Position): boolean {
  const [epochA, idA = ''] = a.split('.');
  const [epochB, idB = ''] = b.split('.');
  if (epochA !== epochB) return true;
  const [msA = 0, numberA = 0] = idA.split('-').map(Number);
  const [msB = 0, numberB = 0] = idB.split('-').map(Number);
  return msA > msB || (msA === msB && numberA > numberB);
}

/**
 * Where a page resumes: at the last position it received, or this many milliseconds ago, which is the age of the
 * responses that it shows. Neither uses the page's own clock.
 */
export const sinceSchema = z.union([
  z.strictObject({ position: positionSchema }),
  z.strictObject({ ms: z.int().check(z.gte(0), z.lte(REPLAY_MS)) }),
]);
export type Since = z.infer<typeof sinceSchema>;

/**
 * Client → server: the products on screen now, and the farms whose calendars are; replaces what the socket watched before. With `since`, events from
 * then on in rooms that the socket newly joins are replayed before the acknowledgement.
 */
export const watchProductsSchema = z.strictObject({
  productIds: z.array(idSchema).check(z.maxLength(MAX_WATCHED_PRODUCTS)),
  farmIds: z.optional(z.array(idSchema).check(z.maxLength(MAX_WATCHED_FARMS))),
  since: z.optional(sinceSchema),
});
export type WatchProducts = z.infer<typeof watchProductsSchema>;

/**
 * Milliseconds over which a gateway's pages fetch their screens again, each at a random moment. Grows with the number
 * of pages.
 */
export const spreadMsSchema = z.int().check(z.gte(0), z.lte(10 * 60_000));

/** The gateway's acknowledgement of `product.watch`. */
export const watchAckSchema = z.object({
  watching: z.int(),
  /** False if some of the requested events have left the replay window: the page has to fetch its screen again. */
  complete: z.boolean(),
  /** Everything up to here has been delivered to this socket. */
  position: positionSchema,
  /** If not complete: the time within which to fetch it. Absent from gateways of the previous build. */
  spreadMs: z.optional(spreadMsSchema),
  /** The gateway's clock, in milliseconds since 1970. Absent from gateways of the previous build. */
  serverMs: z.optional(z.int()),
});
export type WatchAck = z.infer<typeof watchAckSchema>;

export interface ClientToServer {
  'product.watch': (message: WatchProducts, ack: (answer: WatchAck) => void) => void;
}
/** Server → client: every event under its own name, with its envelope and its position. */
export type ServerToClient = {
  [Name in EventName]: (event: DomainEvent<Name>, position: Position) => void;
} & GatewayMessages;

/** Messages of the gateway that are not events. */
export interface GatewayMessages {
  /** Sent every {@link HEARTBEAT_MS}: the connection is open, and everything up to here was delivered. */
  'stream.position': (position: Position) => void;
  /** Events may have been lost on their way to the gateway: the page has to fetch its screen again, within this time. */
  'stream.gap': (spreadMs: number) => void;
  /** To admins: the number of jobs in each queue, when it changes. */
  'queues.depths': (depths: QueueDepths) => void;
}
/** Milliseconds between two `stream.position`. */
export const HEARTBEAT_MS = 15_000;

const gatewayMessages: Record<keyof GatewayMessages, true> = {
  'stream.position': true,
  'stream.gap': true,
  'queues.depths': true,
};

/** Whether a message is the gateway's own and not an event. */
export function isGatewayMessage(name: string): name is keyof GatewayMessages {
  return Object.hasOwn(gatewayMessages, name);
}
