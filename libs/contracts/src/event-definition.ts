import type * as z from 'zod/mini';
import type { Room } from './rooms.js';

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
