import { expect, it } from '@jest/globals';
import { Backoff } from '../timing.js';

it('waits twice as long each time, up to a limit, and begins anew after a success', () => {
  const backoff = new Backoff(200, 1_000);
  expect([1, 2, 3, 4, 5].map(() => backoff.nextMs())).toEqual([200, 400, 800, 1_000, 1_000]);
  backoff.reset();
  expect(backoff.nextMs()).toBe(200);
});
