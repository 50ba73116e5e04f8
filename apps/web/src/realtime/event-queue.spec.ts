import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DomainEvent } from '#libs/contracts';
import { EventQueue } from './event-queue';

const batches: number[][] = [];
const waiting: number[] = [];
let overflows = 0;
let queue: EventQueue;

beforeEach(() => {
  jest.useFakeTimers();
  batches.length = 0;
  waiting.length = 0;
  overflows = 0;
  queue = new EventQueue({
    apply: (events) => batches.push(events.map(({ version }) => version)),
    onWaiting: (count) => waiting.push(count),
    onOverflow: () => {
      overflows += 1;
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const push = (from: number, to: number) => {
  for (let version = from; version <= to; version += 1) queue.push({ version } as DomainEvent);
};
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('a burst is applied as one batch in the next frame, in order', () => {
  push(1, 200);
  expect(batches).toEqual([]);
  jest.advanceTimersToNextFrame();
  expect(batches).toEqual([range(1, 200)]);
  push(201, 202);
  jest.advanceTimersToNextFrame();
  jest.advanceTimersByTime(1_000);
  expect(batches).toEqual([range(1, 200), [201, 202]]);
});

test('a tab that renders no frames applies its batch after a deadline', () => {
  const frame = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1);
  push(1, 3);
  jest.advanceTimersByTime(99);
  expect(batches).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(batches).toEqual([[1, 2, 3]]);
  frame.mockRestore();
});

test('a pause counts the waiting events and applies them when it ends', () => {
  push(1, 2);
  queue.setPaused(true);
  expect(batches).toEqual([[1, 2]]);
  push(3, 5);
  jest.advanceTimersByTime(60_000);
  expect([batches.length, waiting]).toEqual([1, [1, 2, 3]]);
  queue.setPaused(false);
  expect([batches[1], waiting.at(-1), overflows]).toEqual([[3, 4, 5], 0, 0]);
});

test('a pause that overflows the queue reports the overflow when it ends', () => {
  queue.setPaused(true);
  push(1, 5_003);
  queue.setPaused(false);
  expect([batches[0]?.length, overflows]).toEqual([5_000, 1]);
});
