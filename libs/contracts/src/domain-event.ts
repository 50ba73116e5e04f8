import * as z from 'zod/mini';
import type { EventDefinition, Room } from './event-definition.js';
import { type EventName, type EventPayload, eventNames, events } from './events.js';
import { envelopeShape } from './visitor-events.js';

/** An event of one name, or of any. */
export type DomainEvent<Name extends EventName = EventName> = {
  [N in Name]: {
    id: string;
    name: N;
    occurredAt: string;
    aggregateId: string;
    version: number;
    correlationId: string;
    actorId: string | null;
    payload: EventPayload<N>;
  };
}[Name];

const headSchema = z.object({
  ...envelopeShape,
  name: z.enum(eventNames as [EventName, ...EventName[]]),
  payload: z.unknown(),
});

/** Parses an event from the log, a socket or storage; throws zod's error when it is not one of `events`. */
export function parseEvent(data: unknown): DomainEvent {
  const head = headSchema.parse(data);
  return { ...head, payload: events[head.name].payload.parse(head.payload) } as DomainEvent;
}

const definitionOf = (name: EventName) => events[name] as EventDefinition<z.ZodMiniType>;

/** The rooms that receive this event. */
export function audienceOf(event: DomainEvent): Room[] {
  return definitionOf(event.name)
    .audience(event.payload)
    .filter((room) => room !== false);
}

/** Whether the server handles events of this name, or some of them. */
export const hasHandlers = (name: EventName): boolean => definitionOf(name).handled !== undefined;

/** Whether the server handles this event. */
export function isHandled<Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
): boolean {
  const { handled } = definitionOf(name);
  return typeof handled === 'function' ? handled(payload) : handled === true;
}

/** Whether events of this name may be published without an outbox row. */
export const isLiveEvent = (name: EventName): boolean => definitionOf(name).delivery === 'live';
