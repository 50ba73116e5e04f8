import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';

/** The engines of a test file: its own MongoDB database, and an empty Redis database. */
export interface TestEngines {
  readonly mongodbUri: string;
  readonly redisUrl: string;
}

/** Engines for one test file. A Redis database per Jest worker is enough, because a worker runs one file at a time. */
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
