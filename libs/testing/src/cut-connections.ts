import type { Redis } from 'ioredis';

/**
 * Cuts the connections of this kind (`pubsub` or `normal`) that are to the same database of Redis, and of those the ones
 * that `which` names by their line of `CLIENT LIST`. Specs side by side share one Redis, and each has a database of its
 * own there: what is cut is its own. Answers how many there were.
 */
export async function cutConnections(
  redis: Redis,
  type: 'pubsub' | 'normal',
  which: (line: string) => boolean = () => true,
): Promise<number> {
  const lines = String(await redis.call('CLIENT', 'LIST', 'TYPE', type)).split('\n');
  const ours = lines.filter((line) => line.includes(` db=${redis.options.db} `) && which(line));
  for (const line of ours)
    await redis.call('CLIENT', 'KILL', 'ID', /^id=(\d+) /.exec(line)?.[1] ?? '');
  return ours.length;
}
