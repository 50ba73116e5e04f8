import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runInContext } from '../request-context.js';
import { DeadlineExceeded, untilDeadline } from './deadlines.js';
import { engineFailureOf } from './engine-failure.js';

const conflict = new Error('write conflict');
let attempts = 0;

/** The outcome of a second attempt `ms` milliseconds after the first, which failed. */
async function retryAfter(ms: number, timeoutMs?: number): Promise<unknown> {
  const attempt = runInContext(
    { requestId: 'r', actorId: null, ...(timeoutMs && { timeoutMs }) },
    () =>
      untilDeadline(async (_: string) => {
        attempts++;
        throw conflict;
      }),
  );
  await attempt('first').catch(() => {});
  jest.advanceTimersByTime(ms);
  return attempt('second').catch((error: unknown) => error);
}

beforeEach(() => {
  attempts = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('attempts of a transaction', () => {
  it('go on until the deadline', async () => {
    expect(await retryAfter(100, 100)).toBe(conflict);
    expect(attempts).toBe(2);
  });

  it('end after it with the last error as the cause', async () => {
    const error = await retryAfter(101, 100);
    expect(attempts).toBe(1);
    expect(error).toBeInstanceOf(DeadlineExceeded);
    expect(error).toMatchObject({ cause: conflict });
    expect(engineFailureOf(error)).toEqual({ engine: 'mongodb', failure: 'unavailable' });
  });

  it('go on in a job, which has no deadline', async () => {
    expect(await retryAfter(3_600_000)).toBe(conflict);
    expect(attempts).toBe(2);
  });
});
