import { type DomainEvent, parseStoredEvent } from '#libs/contracts';
import { type OutboxEntry, toStoredEvent } from './outbox.js';

/** The event of a row; throws if it cannot be read. MongoDB's dates and ids become text again. */
export function eventOf(row: OutboxEntry): DomainEvent {
  return parseStoredEvent(JSON.parse(JSON.stringify(toStoredEvent(row))), row.format);
}

/** The readable events, and for each unreadable one the reason, by id. */
export function readRows(rows: readonly OutboxEntry[]): {
  events: DomainEvent[];
  unreadable: Map<string, string>;
} {
  const events: DomainEvent[] = [];
  const unreadable = new Map<string, string>();
  for (const row of rows)
    try {
      events.push(eventOf(row));
    } catch (error) {
      unreadable.set(row._id.toString(), reasonOf(row, error));
    }
  return { events, unreadable };
}

function reasonOf({ name, format }: OutboxEntry, error: unknown): string {
  const issues = error instanceof Error && 'issues' in error ? error.issues : undefined;
  const [issue] = Array.isArray(issues) ? (issues as { path?: unknown[] }[]) : [];
  return `${name} of format ${format}: ${issue?.path?.join('.') ?? String(error)}`;
}
