import { expect, it } from '@jest/globals';
import { timeLeft } from './change-until';

const cutOffAt = '2026-12-03T01:00:00.000Z';
const MINUTE = 60_000;

it.each([
  [1, '1 min'],
  [59 * MINUTE, '59 min'],
  [60 * MINUTE, '1 h'],
  [5 * 60 * MINUTE + 59 * MINUTE, '5 h'],
  [47 * 60 * MINUTE, '47 h'],
  [48 * 60 * MINUTE, '2 days'],
])('says how long a change is possible: %d ms', (before, text) => {
  expect(timeLeft({ cutOffAt }, Date.parse(cutOffAt) - before)).toBe(text);
});
