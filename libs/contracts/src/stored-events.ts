import * as z from 'zod/mini';
import { type DomainEvent, parseEvent } from './domain-event.js';
import type { EventName } from './events.js';
import { toFormat2 } from './stored-events-2.js';

/**
 * The format of the payloads that this build stores. When a stored payload no longer parses, increment it and add an
 * entry to {@link upgrades}.
 */
export const EVENT_FORMAT = 2;

type Payload = Readonly<Record<string, unknown>>;
/** The next format of an event; its name too, if that has changed. */
type Upgrade = (payload: Payload) => { readonly name?: EventName; readonly payload: Payload };

/** From format 1 on: each upgrades payloads to the next format. Names that are absent have not changed. */
const upgrades: readonly Readonly<Record<string, Upgrade | undefined>>[] = [toFormat2];

const headSchema = z.looseObject({ name: z.string(), payload: z.looseObject({}) });

/** Parses an event stored in that format; throws zod's error if it cannot be read. */
export function parseStoredEvent(data: unknown, format: number): DomainEvent {
  const parsed = headSchema.safeParse(data);
  if (!parsed.success) return parseEvent(data);
  const { name, payload } = parsed.data;
  let event = { name, payload };
  for (const step of upgrades.slice(format - 1))
    event = { ...event, ...step[event.name]?.(event.payload) };
  return parseEvent({ ...parsed.data, ...event });
}
