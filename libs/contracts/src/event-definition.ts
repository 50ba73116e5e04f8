import type * as z from 'zod/mini';
import type { Id } from './primitives.js';

type Audience = readonly (Room | false)[];

export interface EventDefinition<Payload extends z.ZodMiniType> {
  readonly payload: Payload;
  /** The rooms to which the gateway emits it, and no others. */
  readonly audience: (payload: z.infer<Payload>) => Audience;
  /**
   * Whether the server handles it too (`@OnEvent`): always, or if the payload meets a condition. The worker refuses
   * to start if this does not match the handlers.
   */
  readonly handled?: true | ((payload: z.infer<Payload>) => boolean);
  /** `live` if it may be published without an outbox row; durable if absent. */
  readonly delivery?: 'live';
}

export const define = <Payload extends z.ZodMiniType>(definition: EventDefinition<Payload>) =>
  definition;

/**
 * Defines an event that only a user's own tabs receive. It may be published without a transaction and an outbox row:
 * if the process is killed before appending it, those tabs show the previous state until their next read.
 */
export const defineLive = <Payload extends z.ZodMiniType>({
  payload,
  audience,
}: EventDefinition<Payload>) => ({ payload, audience, delivery: 'live' as const });

/** A room of the socket server. Built here and nowhere else, so that no claim of a client becomes a room. */
export type Room = string & { readonly __room: unique symbol };

export const rooms = {
  /** Everybody with an open page, visitors included. */
  public: () => 'public' as Room,
  user: (id: Id) => `user:${id}` as Room,
  /** The owners of a farm; its packers and drivers have rooms of their own, and receive no prices there. */
  farm: (id: Id) => `farm:${id}` as Room,
  packers: (farmId: Id) => `packers:${farmId}` as Room,
  drivers: (farmId: Id) => `drivers:${farmId}` as Room,
  product: (id: Id) => `product:${id}` as Room,
  /** Those who have a farm's days on screen. */
  calendar: (farmId: Id) => `calendar:${farmId}` as Room,
  /** The pages of one sign-in; the id is the identity provider's. */
  session: (id: string) => `session:${id}` as Room,
  admins: () => 'role:admin' as Room,
};
