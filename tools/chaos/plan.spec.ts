import { expect, it } from '@jest/globals';
import { type FaultKind, faultKinds, planOf, planOnly, processesOf } from './plan';

const LENGTH_MS = 42_000;
const seeds = Array.from({ length: 10 }, (_, n) => 901 + n);

it('depends on the seed alone', () => {
  expect(planOf(901, LENGTH_MS)).toEqual(planOf(901, LENGTH_MS));
  expect(planOf(901, LENGTH_MS)).not.toEqual(planOf(902, LENGTH_MS));
});

it('has every kind several times in ten seeds', () => {
  const counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  for (const { fault } of seeds.flatMap((seed) => planOf(seed, LENGTH_MS).flat()))
    counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(3);
});

it.each(seeds)('never acts on a process that is still down or paused (seed %i)', (seed) => {
  for (const round of planOf(seed, LENGTH_MS))
    for (const [at, { atMs, fault }] of round.entries())
      for (const earlier of round.slice(0, at)) {
        const shared = processesOf(fault).filter((name) =>
          processesOf(earlier.fault).includes(name),
        );
        if (shared.length > 0) expect(atMs).toBeGreaterThan(earlier.atMs + earlier.fault.ms);
      }
});

it('ends with one fault alone, another with each seed', () => {
  const last = seeds.slice(0, 5).map((seed) => planOf(seed, LENGTH_MS).at(-1));
  expect(last.map((round) => round?.length)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(last.map((round) => round?.[0]?.fault.kind)).size).toBe(5);
});

it('has only the kinds asked for, each alone', () => {
  const kinds = planOnly(['flushall', 'slow-redis'], 1, 1_000);
  expect(kinds.map((round) => round.map(({ fault }) => fault.kind))).toEqual([
    ['flushall'],
    ['slow-redis'],
  ]);
});
