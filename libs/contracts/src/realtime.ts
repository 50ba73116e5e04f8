import * as z from 'zod/mini';
import { MAX_WATCHED_PRODUCTS } from './constants.js';
import type { DomainEvent, EventName } from './events.js';
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

/** Client → server: the products on screen now; replaces what the socket watched before. */
export const watchProductsSchema = z.strictObject({
  productIds: z.array(idSchema).check(z.maxLength(MAX_WATCHED_PRODUCTS)),
});
export type WatchProducts = z.infer<typeof watchProductsSchema>;

/** What the gateway answers to `product.watch`. */
export const watchAckSchema = z.object({ watching: z.int() });
export type WatchAck = z.infer<typeof watchAckSchema>;

export interface ClientToServer {
  'product.watch': (message: WatchProducts, ack: (answer: WatchAck) => void) => void;
}
/** Server → client: every event under its own name, with its envelope. */
export type ServerToClient = { [Name in EventName]: (event: DomainEvent<Name>) => void };
