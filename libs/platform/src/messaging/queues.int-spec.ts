import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Queue, Worker } from 'bullmq';
import { mongo } from 'mongoose';
import { testEngines, waitFor } from '#libs/testing';
import { connectRedis } from '../data/redis.js';
import { enqueueTelling, openQueue, type QueuedEvent, workJobs, workTelling } from './queues.js';

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

it('has a job wait for a database that is away, and does not count that as a try', async () => {
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
  await waitFor('the failure to be told', () => failed.length > 0);
  expect(failed).toEqual(['a mistake']);
  expect(await job.isFailed()).toBe(true);
});

describe('the queue of what gateways tell', () => {
  const read = (): QueuedEvent => ({
    id: new mongo.ObjectId().toString(),
    occurredAt: new Date().toISOString(),
    aggregateId: 'one',
    version: 1,
    correlationId: 'spec',
    actorId: null,
    name: 'inbox.read',
    payload: {
      userId: new mongo.ObjectId().toString(),
      ids: null,
      readAt: new Date().toISOString(),
      inbox: { total: 1, unread: 0, version: 1 },
    },
  });
  let telling: Queue;
  let teller: Worker;
  /** The ids of each job's events. */
  let told: string[][];
  let errors: string[];

  beforeAll(() => {
    telling = openQueue('realtime', redis);
    teller = workTelling(
      redis,
      async (events) => {
        told.push(events.map(({ id }) => id));
      },
      (job) => errors.push(job),
    );
  });
  beforeEach(() => {
    told = [];
    errors = [];
  });
  afterAll(async () => {
    await teller.close();
    await telling.close();
  });

  it('gives what was handed over together as one, and in its order', async () => {
    const events = Array.from({ length: 45 }, read);
    await enqueueTelling(telling, events);
    await waitFor('all of them', () => told.flat().length === events.length);
    expect(told.flat()).toEqual(events.map(({ id }) => id));
    expect(told).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  it('tells the event that an older relay has left there', async () => {
    const event = read();
    await telling.add(event.name, event, { jobId: event.id });
    await waitFor('the event', () => told.length > 0);
    expect(told).toEqual([[event.id]]);
  });

  it('tells the others of one that is not understood, and fails because of it', async () => {
    const [before, after] = [read(), read()];
    await enqueueTelling(telling, [before, { ...read(), payload: {} }, after]);
    await waitFor('the failure', () => errors.length > 0);
    expect(told[0]).toEqual([before.id, after.id]);
    expect(errors[0]).toMatch(/^events\.tell /);
  });
});
