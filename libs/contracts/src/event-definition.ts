import type * as z from 'zod/mini';
import type { Room } from './rooms.js';

type Audience = readonly (Room | false)[];

export interface EventDefinition<Payload extends z.ZodMiniType> {
  readonly payload: Payload;
  /** Who receives it: the gateway emits it to these rooms and to nobody else. */
  readonly audience: (payload: z.infer<Payload>) => Audience;
  /**
   * Whether the server handles it too (`@OnEvent`): all of them, or those that meet a condition. The worker does not
   * start where this is wrong.
   */
  readonly handled?: true | ((payload: z.infer<Payload>) => boolean);
  /** Whether it may be published without an outbox row; durable where nothing is said. */
  readonly delivery?: 'live';
}

export const define = <Payload extends z.ZodMiniType>(definition: EventDefinition<Payload>) =>
  definition;

/**
 * An event that only a person's own tabs receive. It may be published without a transaction and an outbox row: if the
 * process is killed before it has appended the event, those tabs show the state before it until their next read.
 */
export const defineLive = <Payload extends z.ZodMiniType>({
  payload,
  audience,
}: EventDefinition<Payload>) => ({ payload, audience, delivery: 'live' as const });
