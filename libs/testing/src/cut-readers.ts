import type { Redis } from 'ioredis';

/**
 * Cuts the connections of the event log's readers, regardless of their state; only those of the same Redis database,
 * because concurrent specs share one Redis, each with its own database. Returns the number of connections.
 */
export async function cutReaders(redis: Redis): Promise<number> {
  const lines = String(await redis.call('CLIENT', 'LIST', 'TYPE', 'normal')).split('\n');
  const ours = lines.filter(
    (line) => line.includes(` db=${redis.options.db} `) && line.includes(' name=event-log-reader '),
  );
  for (const line of ours)
    await redis.call('CLIENT', 'KILL', 'ID', /^id=(\d+) /.exec(line)?.[1] ?? '');
  return ours.length;
}
