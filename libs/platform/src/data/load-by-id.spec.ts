import { expect, it } from '@jest/globals';
import { loadById } from './load-by-id.js';

const reads: (readonly string[])[] = [];
let broken = false;
const rows = new Map([
  ['a', 1],
  ['b', 2],
]);
const load = loadById(async (ids) => {
  reads.push(ids);
  if (broken) throw new Error('the database is unavailable');
  return new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id) ?? 0] as const] : [])));
});

it('reads the ids of one turn by one query, each id once', async () => {
  const answers = await Promise.all(['a', 'b', 'a', 'none'].map((id) => load(id)));
  expect(answers).toEqual([1, 2, 1, undefined]);
  expect(reads.splice(0)).toEqual([['a', 'b', 'none']]);
});

it('never answers what was read before the load', async () => {
  const first = load('a');
  await new Promise((resolve) => setImmediate(resolve));
  rows.set('a', 3); // after the first read has begun
  expect(await Promise.all([first, load('a')])).toEqual([expect.any(Number), 3]);
  expect(reads.splice(0)).toEqual([['a'], ['a']]);
});

it('fails the loads of one turn together, and none of the next', async () => {
  broken = true;
  const failed = await Promise.allSettled([load('a'), load('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await load('b')).toBe(2);
});
