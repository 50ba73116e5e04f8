import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { jobNames, jobs, scheduleOf } from '#libs/contracts';
import { testEngines } from '#libs/testing';
import { connectRedis } from '../data/redis.js';
import { Metrics } from '../observability/metrics.js';
import { RedisMetrics } from './backlog-metrics.js';
import { Queues } from './queues.js';

const SCHEDULED = jobNames.filter((job) => scheduleOf(job) !== undefined);

let redis: Redis;
let queues: Queues;
const metrics = new Metrics();
beforeAll(async () => {
  redis = connectRedis((await testEngines()).redisUrl, 3_000);
  await redis.ping();
  queues = new Queues(redis);
  new RedisMetrics(redis, queues, metrics);
});
afterAll(async () => {
  await queues.onApplicationShutdown();
  redis.disconnect();
});

/** The jobs whose schedules are reported as missing, of all that are reported. */
async function missing() {
  const readings = [
    ...(await metrics.text()).matchAll(/^farmgate_schedule_missing\{job="(\S+)"\} ([01])$/gm),
  ];
  expect(readings.map(([, job]) => job).sort()).toEqual([...SCHEDULED].sort());
  return readings.flatMap(([, job, value]) => (value === '1' ? [job] : []));
}

it('reports the schedules that Redis has lost, and those that nobody works on', async () => {
  expect(SCHEDULED.length).toBeGreaterThan(3);
  expect((await missing()).sort()).toEqual([...SCHEDULED].sort());
  for (const job of SCHEDULED) {
    const queue = queues.of(jobs[job].queue);
    await queue.upsertJobScheduler(
      job,
      { pattern: scheduleOf(job) ?? '', tz: 'UTC' },
      { name: job },
    );
  }
  expect(await missing()).toEqual([]);
  await redis.zadd('bull:checks:repeat', Date.now() - 180_000, 'stock.check');
  expect(await missing()).toEqual(['stock.check']);
});
