import type { Redis } from 'ioredis';

/**
 * Cuts the connections of the event log's readers in the same database of Redis, whatever they do at the moment. Specs
 * side by side share one Redis, and each has a database of its own there: what is cut is its own. Answers how many
 * there were.
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
