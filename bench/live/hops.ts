import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

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
  for (const id of ids) {
    const job = await queue.getJob(id);
    if (job?.processedOn) found.set(id, { relayed: job.timestamp, taken: job.processedOn });
  }
  await queue.close();
  connection.disconnect();
  return found;
}
