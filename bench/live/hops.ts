import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import * as z from 'zod';

/** What is read of a job of that queue. */
const jobSchema = z.object({ events: z.array(z.object({ id: z.string() })) });

/** When an event was where, in milliseconds of the system's clock. */
export interface Passage {
  /** The relay has read it from the outbox and hands it over. */
  readonly relayed: number;
  /** A gateway has taken it from the queue. */
  readonly taken: number;
}

/** What the queue to the gateways remembers of these events. */
export async function passagesOf(
  url: string,
  ids: readonly string[],
): Promise<Map<string, Passage>> {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue('realtime', { connection });
  const found = new Map<string, Passage>();
  const wanted = new Set(ids);
  for (const { data, timestamp, processedOn } of await queue.getCompleted())
    for (const { id } of jobSchema.parse(data).events)
      if (processedOn && wanted.has(id)) found.set(id, { relayed: timestamp, taken: processedOn });
  await queue.close();
  connection.disconnect();
  return found;
}
