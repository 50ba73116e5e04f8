import timers from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { Logger, Queues } from '#libs/platform';
import { Dispatcher } from './dispatcher.js';

it('never pauses for a negative time, of which Node warns', async () => {
  const pauses: number[] = [];
  jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0) => void pauses.push(ms));
  let reads = 0;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const reader = {
    on: () => {},
    disconnect: () => {},
    xreadgroup: async () => {
      if (++reads === 3) stop();
      return new Promise((resolve) => setImmediate(resolve, null));
    },
  };
  const redis = { status: 'end', xautoclaim: async () => ['0-0', []] } as unknown as Redis;
  const queues = { of: () => ({ getWaitingCount: async () => 0 }) } as unknown as Queues;
  const waiting = { duplicate: () => reader } as unknown as Redis;
  const dispatcher = new Dispatcher(redis, waiting, queues, {
    error: () => {},
  } as unknown as Logger);
  dispatcher.onApplicationBootstrap();
  await stopped;
  await dispatcher.beforeApplicationShutdown();
  expect(pauses.length).toBeGreaterThan(0);
  expect(Math.min(...pauses)).toBe(0);
});
