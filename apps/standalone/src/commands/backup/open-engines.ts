import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import type { QueueName } from '#libs/contracts';
import type { StandaloneConfig } from '../../standalone.config.js';
import { CommandError } from '../command.js';

/** A read-only queue: it writes no metadata, so that an empty Redis stays empty. */
export const readOnlyQueue = (name: QueueName, redis: Redis) =>
  new Queue(name, { connection: redis, skipMetasUpdate: true });

/** Milliseconds within which an engine has to answer. */
const ANSWER_MS = 5_000;

/** Connects to both engines, and adds the folder of the pictures. Throws {@link CommandError}. */
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
  const pictures = config.S3_BUCKET ? null : config.PICTURES_DIR;
  return { client, redis, pictures, secret: config.AUTH_SECRET ?? '', close };
}
