import type { Redis } from 'ioredis';
import { queuedEventsSchema } from '#libs/contracts';
import { channelOf } from '../data/redis.js';
import type { QueuedEvent } from './queues.js';

/** Redis channel on which a commit tells of its events; who is not there hears nothing. */
const COMMITS = 'events.committed';
/** Events that one message carries; of more it only says that there are some. */
const CARRIED_MAX = 100;

/** Tells all who listen of events that are in the outbox by now. A lost call costs time only. */
export async function tellCommitted(redis: Redis, events: readonly QueuedEvent[]): Promise<void> {
  const carried = events.length > CARRIED_MAX ? [] : events;
  await redis.publish(channelOf(redis, COMMITS), JSON.stringify(carried));
}

/**
 * Listens to commits on a connection that can do nothing else. `heard` is given the events of a commit in their order;
 * none where there are too many to carry, or where another build's are not known here: the outbox has them.
 */
export async function listenToCommits(
  ears: Redis,
  heard: (events: QueuedEvent[]) => void,
): Promise<void> {
  ears.on('message', (_channel: string, message: string) => heard(carriedBy(message)));
  await ears.subscribe(channelOf(ears, COMMITS));
}

function carriedBy(message: string): QueuedEvent[] {
  try {
    return queuedEventsSchema.parse(JSON.parse(message));
  } catch {
    return [];
  }
}
