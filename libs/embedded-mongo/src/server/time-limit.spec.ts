import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TimeLimit } from './time-limit.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a time limit', () => {
  it('ends what takes longer', () => {
    const limit = new TimeLimit(100);
    jest.advanceTimersByTime(100);
    expect(() => limit.check()).not.toThrow();
    jest.advanceTimersByTime(1);
    expect(() => limit.check()).toThrow(expect.objectContaining({ code: 50 }));
  });

  it('does not count the time between two batches of a cursor', () => {
    const limit = new TimeLimit(100);
    jest.advanceTimersByTime(60);
    limit.rest();
    jest.advanceTimersByTime(10_000);
    limit.goOn();
    jest.advanceTimersByTime(40);
    expect(() => limit.check()).not.toThrow();
    jest.advanceTimersByTime(1);
    expect(() => limit.check()).toThrow(expect.objectContaining({ code: 50 }));
  });

  it('ends a wait, and clears the timer of a wait that ended before', async () => {
    const endless = new TimeLimit(100).wait(new Promise(() => {}));
    jest.advanceTimersByTime(100);
    await expect(endless).rejects.toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
    await new TimeLimit(100).wait(Promise.resolve());
    expect(jest.getTimerCount()).toBe(0);
  });
});
