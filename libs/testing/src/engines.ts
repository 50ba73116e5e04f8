import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';

/** Where a test file finds its engines: a MongoDB database of its own, and an empty Redis database. */
export interface TestEngines {
  readonly mongodbUri: string;
  readonly redisUrl: string;
}

/** Engines for one test file. Files of one jest worker run one after another, so a Redis database per worker is enough. */
export async function testEngines(): Promise<TestEngines> {
  const { MONGODB_URI, TEST_REDIS_URL, JEST_WORKER_ID = '1' } = process.env;
  if (!MONGODB_URI || !TEST_REDIS_URL)
    throw new Error('run integration tests through jest: its global setup starts the engines');
  const mongo = new URL(MONGODB_URI);
  mongo.pathname = `/test_${randomBytes(6).toString('hex')}`;
  const redisUrl = `${TEST_REDIS_URL}/${JEST_WORKER_ID}`;
  const redis = new Redis(redisUrl);
  await redis.flushdb();
  redis.disconnect();
  return { mongodbUri: mongo.toString(), redisUrl };
}
