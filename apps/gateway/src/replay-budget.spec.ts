import { expect, it } from '@jest/globals';
import { BUDGET_MAX, REPLAY_MAX, ReplayBudget, spreadMs } from './replay-budget.js';

it('is spent by events and by reads, and refilled over time', () => {
  let now = 0;
  const budget = new ReplayBudget(() => now);
  expect([budget.takeEvents(REPLAY_MAX), budget.takeEvents(REPLAY_MAX)]).toEqual([true, true]);
  expect([budget.takeRead(), budget.takeEvents(1)]).toEqual([false, false]);
  now += 1_000;
  expect([budget.takeRead(), budget.takeRead()]).toEqual([true, false]);
  now += 3_600_000;
  let reads = 0;
  while (budget.takeRead()) reads += 1;
  expect(reads).toBe(BUDGET_MAX / 50);
});

it('allows no replay that is larger than the largest', () => {
  expect(new ReplayBudget().takeEvents(REPLAY_MAX + 1)).toBe(false);
});

it('grows with the number of pages', () => {
  expect([0, 300, 301, 5_000, 100_000].map(spreadMs)).toEqual([
    3_000, 3_000, 3_010, 50_000, 60_000,
  ]);
});
