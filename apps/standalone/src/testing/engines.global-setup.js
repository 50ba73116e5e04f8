/**
 * Starts the engines that integration tests share, once per run; with MONGODB_URI or TEST_REDIS_URL set, tests run
 * against that server. They empty the databases of that Redis, so that it is not the one of REDIS_URL.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function startEngines() {
  const { startMongo, startRedis } = await import(
    '../../../../dist/apps/standalone/src/engines.js'
  );
  const dir = await mkdtemp(join(tmpdir(), 'farmgate-test-'));
  const [mongo, redis] = await Promise.all([
    process.env.MONGODB_URI ? null : startMongo(dir, 'none'),
    process.env.TEST_REDIS_URL ? null : startRedis(dir),
  ]);
  // The contract of the embedded MongoDB is tested against the configured server, or else against the sources.
  if (!mongo) process.env.CONTRACT_MONGODB_URI = process.env.MONGODB_URI;
  process.env.MONGODB_URI ??= mongo.url;
  process.env.TEST_REDIS_URL ??= redis.url;
  globalThis.farmgateEngines = [mongo, redis].filter(Boolean);
}
