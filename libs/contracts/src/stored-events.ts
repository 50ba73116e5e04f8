import * as z from 'zod/mini';
import { type DomainEvent, parseEvent } from './domain-event.js';

/**
 * The format of the payloads that this build stores. When a stored payload no longer parses, increment it and add an
 * entry to {@link upgrades}.
 */
export const EVENT_FORMAT = 1;

type Payload = Readonly<Record<string, unknown>>;
type Upgrade = (payload: Payload) => Payload;

/** From format 1 on: each upgrades payloads to the next format. Names that are absent have not changed. */
const upgrades: readonly Readonly<Record<string, Upgrade | undefined>>[] = [];

const headSchema = z.looseObject({ name: z.string(), payload: z.looseObject({}) });

/** Parses an event stored in that format; throws zod's error if it cannot be read. */
export function parseStoredEvent(data: unknown, format: number): DomainEvent {
  const parsed = headSchema.safeParse(data);
  if (!parsed.success) return parseEvent(data);
  const { name, payload } = parsed.data;
  const steps = upgrades.slice(format - 1).map((step) => step[name] ?? ((same: Payload) => same));
  return parseEvent({ ...parsed.data, payload: steps.reduce((now, step) => step(now), payload) });
}
