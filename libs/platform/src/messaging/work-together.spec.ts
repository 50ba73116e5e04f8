import { expect, it, jest } from '@jest/globals';
import { WorkTogether } from './work-together.js';

const done = { status: 'fulfilled', value: undefined } as const;

it('does what comes at once, and then together what has come meanwhile, in order', async () => {
  const turns: number[][] = [];
  let end = () => {};
  const together = new WorkTogether<number>(
    async (items) => {
      turns.push([...items]);
      if (turns.length === 1) await new Promise<void>((resolve) => (end = resolve));
      return items.map(() => done);
    },
    0,
    3,
  );
  const all = [1, 2, 3, 4, 5].map((item) => together.do(item));
  expect(turns).toEqual([[1]]);
  end();
  await Promise.all(all);
  expect(turns).toEqual([[1], [2, 3, 4], [5]]);
});

it('fails alone what fails', async () => {
  const together = new WorkTogether<number>(
    async (items) =>
      items.map((item) => (item % 2 ? done : { status: 'rejected', reason: new Error(`${item}`) })),
    0,
    10,
  );
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => together.do(item)));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
});

it('waits with the next turn, but not once it is full', async () => {
  jest.useFakeTimers();
  const turns: number[][] = [];
  const together = new WorkTogether<number>(
    async (items) => {
      turns.push([...items]);
      return items.map(() => done);
    },
    100,
    2,
  );
  await together.do(1);
  const few = together.do(2);
  await jest.advanceTimersByTimeAsync(99);
  expect(turns).toEqual([[1]]);
  await jest.advanceTimersByTimeAsync(1);
  await few;
  await Promise.all([3, 4, 5, 6].map((item) => together.do(item)));
  expect(turns).toEqual([[1], [2], [3, 4], [5, 6]]);
  jest.useRealTimers();
});
