import type { Redis } from 'ioredis';
import { type EventNote, eventNotesSchema } from '#libs/contracts';
import { channelOf } from '../data/redis.js';

/** Redis channel on which every process can hear what has happened; who is not there hears nothing. */
const EVENT_NOTES = 'events.noted';

/** Tells every process that listens of these events, without their payloads. */
export async function noteEvents(redis: Redis, events: readonly EventNote[]): Promise<void> {
  const notes = events.map(({ name, aggregateId }) => ({ name, aggregateId }));
  await redis.publish(channelOf(redis, EVENT_NOTES), JSON.stringify(notes));
}

/** What a process does with what it hears. */
export interface EventListener {
  /** Things happened, at least once each; the change itself is in the database. */
  readonly heard: (notes: EventNote[]) => void;
  /** From now on nothing is missed; what happened before may have been. Called with each connection. */
  readonly connected: () => void;
  /** From now on things are missed, until it is connected again. */
  readonly lost: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Listens to what happens, in every process and not in one of them as the queues do: for what each process
 * keeps in its own memory. Answers how to stop.
 */
export function listenToEvents(redis: Redis, listener: EventListener): () => void {
  // A connection that listens can do nothing else; it subscribes by itself, to know since when it hears all.
  const ears = redis.duplicate({ autoResubscribe: false });
  ears.on('error', () => {});
  ears.on('close', () => listener.lost());
  ears.on('ready', () => {
    ears.subscribe(channelOf(redis, EVENT_NOTES)).then(listener.connected, listener.failed);
  });
  ears.on('message', (_channel: string, message: string) => {
    try {
      listener.heard(eventNotesSchema.parse(JSON.parse(message)));
    } catch (error) {
      listener.failed(error);
    }
  });
  return () => ears.disconnect();
}
