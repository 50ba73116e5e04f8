import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import type { QueueName } from '#libs/contracts';
import type { StandaloneConfig } from '../../standalone.config.js';
import { CommandError } from '../command.js';

/** A queue to look at: it leaves nothing in a Redis that is empty. */
export const lookAtQueue = (name: QueueName, redis: Redis) =>
  new Queue(name, { connection: redis, skipMetasUpdate: true });

/** Milliseconds in which an engine has to answer. */
const ANSWER_MS = 5_000;

/** Connections to both engines, and where the pictures are. Throws {@link CommandError}. */
export async function openEngines(config: StandaloneConfig) {
  const client = new mongo.MongoClient(config.MONGODB_URI, { serverSelectionTimeoutMS: ANSWER_MS });
  const redis = new Redis(config.REDIS_URL, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: ANSWER_MS,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  const close = async () => {
    redis.disconnect();
    await client.close();
  };
  try {
    await client.connect();
    await redis.connect();
  } catch (error) {
    await close();
    throw new CommandError(`An engine does not answer: ${String(error)}`);
  }
  const folder = config.PICTURES_DIR ?? join(config.DATA_DIR, 'pictures');
  const pictures = config.S3_BUCKET ? null : folder;
  return { client, redis, pictures, secret: config.AUTH_SECRET ?? '', close };
}
