import { expect, it } from '@jest/globals';
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
