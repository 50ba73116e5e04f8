import { type Job, UnrecoverableError } from 'bullmq';
import { AwaitedEventError } from '../errors.js';

/**
 * Milliseconds for which a job waits for another event. Longer than it takes the reconciler to requeue an event that
 * Redis has lost.
 */
const WAIT_MAX_MS = 5 * 60_000;
/** Milliseconds before it looks again: first and maximum; in between as long as it has waited already. */
const AGAIN_MS = 250;
const AGAIN_MAX_MS = 5_000;

/** Runs a job's work; the job fails at once if it has waited too long for another event. */
export async function waitingAtMost(
  { timestamp }: Pick<Job, 'timestamp'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AwaitedEventError) || Date.now() - timestamp < WAIT_MAX_MS) throw error;
    const minutes = WAIT_MAX_MS / 60_000;
    throw new UnrecoverableError(`${error.message}; gave up after ${minutes} minutes`);
  }
}

/** Milliseconds until a job that waits for another event is tried again. */
export function againInMs({ timestamp }: Pick<Job, 'timestamp'>): number {
  return Math.min(AGAIN_MAX_MS, Math.max(AGAIN_MS, Date.now() - timestamp));
}
