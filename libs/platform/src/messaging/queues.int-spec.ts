import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Queue, Worker } from 'bullmq';
import { mongo } from 'mongoose';
import { testEngines, waitFor } from '#libs/testing';
import { connectRedis } from '../data/redis.js';
import { openQueue, workJobs } from './queues.js';

let redis: ReturnType<typeof connectRedis>;
let queue: Queue;
let worker: Worker;
let tries: number;
let failed: string[];
let fault: Error | null;

beforeAll(async () => {
  const { redisUrl } = await testEngines();
  redis = connectRedis(redisUrl);
  queue = openQueue('holidays', redis);
  tries = 0;
  failed = [];
  worker = workJobs(
    'holidays',
    redis,
    async () => {
      tries += 1;
      if (fault) throw fault;
    },
    (_job, error) => failed.push(error.message),
  );
});
afterAll(async () => {
  await worker.close();
  await queue.close();
  redis.disconnect();
});

it('delays a job while the database is unavailable, and does not count that as an attempt', async () => {
  fault = new mongo.MongoNetworkError('connection 1 closed');
  const job = await queue.add('holiday.end', {});
  await waitFor('two tries', () => tries >= 2);
  expect(failed).toEqual([]);
  fault = null;
  await waitFor('the job to be done', () => job.isCompleted());
  const { attemptsMade = 0 } = (await queue.getJob(job.id ?? '')) ?? {};
  expect(attemptsMade).toBeLessThanOrEqual(1);
});

it('counts what the job itself does wrong', async () => {
  fault = new Error('a mistake');
  const job = await queue.add('holiday.end', {}, { attempts: 1 });
  await waitFor('the failure to be reported', () => failed.length > 0);
  expect(failed).toEqual(['a mistake']);
  expect(await job.isFailed()).toBe(true);
});
