import { describe, expect, it, jest } from '@jest/globals';
import { runInContext } from '../request-context.js';
import { isDatabaseAway } from './database-away.js';
import { TriedTooLong, untilImpatient } from './patience.js';

function checkAfter(ms: number, patienceMs?: number): unknown {
  jest.useFakeTimers();
  try {
    const check = runInContext(
      { requestId: 'r', actorId: null, ...(patienceMs && { patienceMs }) },
      () => untilImpatient(),
    );
    jest.advanceTimersByTime(ms);
    check(new Error('write conflict'));
    return null;
  } catch (error) {
    return error;
  } finally {
    jest.useRealTimers();
  }
}

describe('tries of the same thing', () => {
  it('go on while somebody waits', () => {
    expect(checkAfter(100, 100)).toBeNull();
  });

  it('end with what went wrong once nobody does', () => {
    const error = checkAfter(101, 100);
    expect(error).toBeInstanceOf(TriedTooLong);
    expect(error).toMatchObject({ cause: new Error('write conflict') });
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('go on in a job, for which nobody waits', () => {
    expect(checkAfter(3_600_000)).toBeNull();
  });
});
