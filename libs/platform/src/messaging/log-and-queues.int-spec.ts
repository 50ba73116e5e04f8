import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import type { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { mongo, Types } from 'mongoose';
import { cutReaders, Line, testEngines, waitFor } from '#libs/testing';
import { connectRedis } from '../data/redis.js';
import { AwaitedEventError } from '../errors.js';
import { createLogger } from '../logging.js';
import { Metrics } from '../observability/metrics.js';
import { EventLog, LOG_KEY, type StoredEvent } from './event-log.js';
import { LogReader, type OpenedLog } from './log-reader.js';
import { openQueue, workQueue } from './queues.js';

describe('the event log', () => {
  let redis: Redis;
  let log: EventLog;
  let reader: LogReader;
  /** Ids of the events that the reader was given. */
  let read: string[];
  let opened: OpenedLog[];

  beforeEach(async () => {
    const { redisUrl } = await testEngines();
    redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
    await waitFor('Redis', () => redis.status === 'ready');
    log = new EventLog(redis);
    read = [];
    opened = [];
    reader = new LogReader(
      redis,
      createLogger('silent', 'spec'),
      {
        onOpen: (one) => opened.push(one),
        onEntries: (entries) => read.push(...entries.map(({ id }) => id)),
      },
      100,
    );
    reader.start();
    await waitFor('the log to be opened', () => opened.length > 0);
  });
  afterEach(async () => {
    await reader.close();
    redis.disconnect();
  });

  const anEvent = (payload: unknown = {}): StoredEvent => ({
    id: new Types.ObjectId().toString(),
    name: 'inbox.read',
    occurredAt: new Date().toISOString(),
    aggregateId: 'one',
    version: 1,
    correlationId: 'spec',
    actorId: null,
    payload,
  });
  const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id);

  it('is read in its order, each entry once', async () => {
    const events = Array.from({ length: 30 }, () => anEvent());
    for (let at = 0; at < events.length; at += 7) await log.append(events.slice(at, at + 7));
    await waitFor('all of them', () => read.length >= events.length);
    expect(read).toEqual(idsOf(events));
    expect(opened).toHaveLength(1);
    expect(opened[0]?.isGap).toBe(false);
  });

  it('is read on where it ended after a lost connection', async () => {
    const [before, meanwhile, after] = [anEvent(), anEvent(), anEvent()];
    await log.append([before]);
    await waitFor('the first', () => read.length === 1);
    await cutReaders(redis);
    await log.append([meanwhile]);
    await log.append([after]);
    await waitFor('the others', () => read.length === 3);
    expect(read).toEqual(idsOf([before, meanwhile, after]));
    expect(opened).toHaveLength(1);
  });

  it('has a new epoch once Redis has lost everything, with or without new events', async () => {
    await log.append([anEvent()]);
    await waitFor('the first', () => read.length === 1);
    await redis.flushdb();
    await waitFor('the gap', () => opened.length === 2);
    expect(opened[1]).toMatchObject({ isGap: true, history: [] });
    expect(opened[1]?.epoch).not.toBe(opened[0]?.epoch);
    await redis.flushdb();
    const event = anEvent();
    await log.append([event]);
    await waitFor('the next gap', () => opened.length === 3);
    // Entries appended before the reader noticed are history.
    expect(idsOf(opened[2]?.history as never)).toEqual([event.id]);
  });

  it('has a new epoch in another run of Redis, which may have lost its newest writes', async () => {
    const { info } = Redis.prototype;
    const asked = jest.spyOn(Redis.prototype, 'info').mockImplementation(function (
      this: Redis,
      ...of
    ) {
      // ioredis itself requests all sections, to check whether Redis is ready.
      return of[0] === 'server' ? Promise.resolve('run_id:0123456789') : info.apply(this, of);
    });
    await waitFor('the gap', () => opened.length === 2);
    asked.mockRestore();
    expect(opened[1]?.isGap).toBe(true);
  });

  it('is opened again by a reader that it was trimmed past', async () => {
    await log.append([anEvent()]);
    await waitFor('the first', () => read.length === 1);
    // It is cut off, and 10 entries later Redis keeps the last two only.
    await cutReaders(redis);
    const events = Array.from({ length: 10 }, () => anEvent());
    await log.append(events);
    await redis.xtrim(LOG_KEY, 'MAXLEN', 2);
    await waitFor('the gap', () => opened.length === 2);
    expect(opened[1]).toMatchObject({ isGap: true, epoch: opened[0]?.epoch });
    expect(idsOf(opened[1]?.history as never)).toEqual(idsOf(events).slice(-2));
    expect(read).toHaveLength(1);
  });

  it('begins anew where Redis has trimmed all of it', async () => {
    await redis.xtrim(LOG_KEY, 'MAXLEN', 0);
    await waitFor('the gap', () => opened.length === 2);
    const event = anEvent();
    await log.append([event]);
    await waitFor('an event', () => read.length === 1);
    expect(opened).toHaveLength(2);
  });

  it('is bounded by bytes', async () => {
    log.bytesMax = 300_000;
    for (let n = 0; n < 40; n++) await log.append([anEvent({ text: 'x'.repeat(20_000) })]);
    expect(await redis.memory('USAGE', LOG_KEY)).toBeLessThan(400_000);
    expect(await redis.xlen(LOG_KEY)).toBeGreaterThan(5);
  });

  it('appends nothing while Redis is unavailable', async () => {
    const lost = new Redis({ port: 1, lazyConnect: true });
    lost.on('error', () => {});
    expect(await new EventLog(lost).append([anEvent()])).toBe(false);
    lost.disconnect();
  });
});

describe('a queue', () => {
  let redisUrl: string;
  let redis: ReturnType<typeof connectRedis>;
  let queue: Queue;
  let worker: Worker;
  let tries: number;
  let failed: string[];
  let fault: Error | null;

  beforeAll(async () => {
    ({ redisUrl } = await testEngines());
    redis = connectRedis(redisUrl);
    queue = openQueue('holidays', redis);
    tries = 0;
    failed = [];
    worker = workQueue(
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

  it('delays a job that waits for another event, and does not count that as a failed attempt', async () => {
    const before = tries;
    fault = new AwaitedEventError('it waits for the event with its owner');
    const job = await queue.add('holiday.end', {}, { attempts: 1 });
    await waitFor('two tries', () => tries >= before + 2);
    expect(failed).toEqual([]);
    expect(await job.isFailed()).toBe(false);
    fault = null;
    await waitFor('the job to be done', () => job.isCompleted());
    expect(await new Metrics().text()).toMatch(
      /^farmgate_job_seconds_count\{queue="holidays",job="holiday\.end",outcome="waiting"\} [2-9]/m,
    );
  });

  it('ends a job that has waited too long at once, with a plain reason', async () => {
    fault = new AwaitedEventError('it waits for the event with its owner');
    const timestamp = Date.now() - 5 * 60_000;
    const job = await queue.add('holiday.end', {}, { attempts: 5, timestamp });
    await waitFor('the job to fail', () => job.isFailed());
    const reason = 'it waits for the event with its owner; gave up after 5 minutes';
    expect((await queue.getJob(job.id ?? ''))?.failedReason).toBe(reason);
    expect(failed.splice(0)).toEqual([reason]);
  });

  it('counts what the job itself does wrong', async () => {
    fault = new Error('a mistake');
    const job = await queue.add('holiday.end', {}, { attempts: 1 });
    await waitFor('the failure to be reported', () => failed.length > 0);
    expect(failed).toEqual(['a mistake']);
    expect(await job.isFailed()).toBe(true);
  });

  it('keeps little of a job that fails with a long error, and takes none that is large', async () => {
    fault = new Error('each field of it is wrong '.repeat(2_000));
    const job = await queue.add('holiday.end', {}, { attempts: 5, backoff: 1 });
    await waitFor('the job to fail', () => job.isFailed());
    // Redis reserves more than it stores; the error alone has 52,000 bytes.
    expect(await redis.memory('USAGE', `bull:holidays:${job.id}`)).toBeLessThan(16_000);
    const { failedReason, stacktrace } = (await queue.getJob(job.id ?? '')) ?? {};
    expect(failedReason).toContain('each field of it is wrong');
    expect(stacktrace).toHaveLength(1);
    const large = { text: 'x'.repeat(20_000) };
    await expect(queue.add('holiday.end', large)).rejects.toThrow('exceeds the limit');
  });

  it('that is opened while Redis does not respond takes jobs once it does', async () => {
    const url = new URL(redisUrl);
    const line = await Line.to(Number(url.port));
    const port = Number(url.port);
    url.port = String(line.port);
    const slow = connectRedis(url.href, 300);
    await slow.ping();
    line.mute();
    const late = openQueue('holidays', slow);
    await expect(late.add('holiday.end', {})).rejects.toThrow('Command timed out');
    line.cut();
    line.lead(port);
    await waitFor('Redis', () =>
      slow.ping().then(
        () => true,
        () => false,
      ),
    );
    expect((await late.add('holiday.end', {})).id).toBeDefined();
    await late.close();
    slow.disconnect();
    await line.close();
  });
});
