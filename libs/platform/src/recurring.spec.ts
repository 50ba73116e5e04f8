import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Recurring } from './timing.js';

let runs: number;
let errors: unknown[];
let work: () => Promise<void>;
let recurring: Recurring;

beforeEach(() => {
  jest.useFakeTimers();
  [runs, errors] = [0, []];
  work = async () => {};
  recurring = new Recurring(
    1_000,
    () => {
      runs += 1;
      return work();
    },
    (error) => errors.push(error),
  );
});
afterEach(async () => {
  await recurring.stop();
  jest.useRealTimers();
});

it('runs again after each run, and never two at once', async () => {
  let done = () => {};
  work = () =>
    new Promise((resolve) => {
      done = resolve;
    });
  recurring.start(0);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(1);
  done();
  await jest.advanceTimersByTimeAsync(999);
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  done();
});

it('tries again after a run that failed', async () => {
  work = () => Promise.reject(new Error('refused'));
  recurring.start();
  await jest.advanceTimersByTimeAsync(3_000);
  expect([runs, errors.length]).toEqual([3, 3]);
});

it('ends with the run that has begun', async () => {
  let done = () => {};
  work = () =>
    new Promise((resolve) => {
      done = resolve;
    });
  recurring.start(0);
  await jest.advanceTimersByTimeAsync(0);
  let isOver = false;
  const stopped = recurring.stop().then(() => {
    isOver = true;
  });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(isOver).toBe(false);
  done();
  await stopped;
  await jest.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(1);
});
