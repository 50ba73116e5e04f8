import { expect, it } from '@jest/globals';
import { ReadTogether } from './read-together.js';

const reads: (readonly string[])[] = [];
let broken = false;
const rows = new Map([
  ['a', 1],
  ['b', 2],
]);
const together = new ReadTogether(async (ids) => {
  reads.push(ids);
  if (broken) throw new Error('the database is away');
  return new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id) ?? 0] as const] : [])));
});

it('reads once what is asked for in one turn, each its own, and what is not there is not there', async () => {
  const answers = await Promise.all(['a', 'b', 'a', 'none'].map((id) => together.one(id)));
  expect(answers).toEqual([1, 2, 1, undefined]);
  expect(reads.splice(0)).toEqual([['a', 'b', 'none']]);
});

it('never answers what was read before it was asked for', async () => {
  const first = together.one('a');
  await new Promise((resolve) => setImmediate(resolve));
  rows.set('a', 3); // after the first read has begun
  expect(await Promise.all([first, together.one('a')])).toEqual([expect.any(Number), 3]);
  expect(reads.splice(0)).toEqual([['a'], ['a']]);
});

it('tells everybody of the turn that it failed, and nobody of the next', async () => {
  broken = true;
  const failed = await Promise.allSettled([together.one('a'), together.one('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await together.one('b')).toBe(2);
});
